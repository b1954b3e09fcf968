// Matches the parts of a database address as libpq reads it, and the `pg` driver does not:
// user:password@host:port,host:port/database?options

const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]\s]*)(?::(\d{1,5}))?$/i;
const HIGHEST_PORT = 65_535;

/** Splits a database address with several hosts into one address for each host, in order; null if the address is not valid. */
export function splitDatabaseHosts(address: string): string[] | null {
  const [, scheme = '', authority = '', rest = ''] = PARTS.exec(address) ?? [];
  const at = authority.lastIndexOf('@') + 1;
  const urls = authority
    .slice(at)
    .split(',')
    .map((host) => `${scheme}${authority.slice(0, at)}${host}${rest}`);
  const isGood = (host: string) => {
    const [whole, , port] = HOST.exec(host) ?? [];
    return whole !== undefined && Number(port ?? 1) > 0 && Number(port ?? 1) <= HIGHEST_PORT;
  };
  const hosts = authority.slice(at).split(',');
  const areNamed = hosts.length === 1 || hosts.every((host) => host !== '');
  return scheme && areNamed && hosts.every(isGood) && urls.every((url) => URL.canParse(url)) ? urls : null;
}

/** Returns the part of a database address that a message may show: its hosts and database, never the user or password. */
export function safeDatabaseAddress(address: string): string {
  const [, , authority = '', rest = ''] = PARTS.exec(address) ?? [];
  return `${authority.slice(authority.lastIndexOf('@') + 1)}${rest.replace(/[?#].*$/s, '')}`;
}
