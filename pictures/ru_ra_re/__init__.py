"""Pictures of Ru-Ra-Re."""
