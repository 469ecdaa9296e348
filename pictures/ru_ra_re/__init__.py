"""The pictures of Ru-Ra-Re."""
