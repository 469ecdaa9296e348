// Files of this server, whose addresses name the server as bots reach it. A browser may reach it by another name or port.

let address = location.origin;

/** Takes the server's address as it stands in the addresses of files. */
export const useAddress = (taken) => { address = taken ?? address; };

/** What the server sent as JSON, with addresses of its files that this browser reaches. */
export const parsed = (text) => JSON.parse(text.replaceAll(`${address}/cdn/`, `${location.origin}/cdn/`));
