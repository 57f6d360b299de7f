/** Hosts in the form that rules and programs use: a name and a port. Pure. */

export type Host = { readonly name: string; readonly port: number };

/** The ports of https and http: rules and questions may leave them out. */
const usualPorts: readonly number[] = [443, 80];

export const isUsualPort = (port: number): boolean => usualPorts.includes(port);

/** A host in the form that a rule uses: `example.org`, `example.org:8443`. */
export const hostText = ({ name, port }: Host): string => (isUsualPort(port) ? name : `${name}:${port}`);

const maxName = 253;
const label = /^[\da-z_](?:[\da-z_-]{0,61}[\da-z_])?$/;
/** A name whose last part reads as a number counts as an IP address: `127.1`, `0x7f.1`. */
const number = /^(?:\d+|0x[\da-f]*)$/;

/** The name in lower case and without the final dot; undefined for addresses and invalid names. Names in other scripts are converted to ASCII. */
export function hostName(text: string): string | undefined {
  const name = text.toLowerCase().replace(/\.$/, '');
  const labels = name.split('.');
  return name.length <= maxName && labels.every((each) => label.test(each)) && !number.test(labels.at(-1) ?? '') ? name : undefined;
}

/** The name and port in `name:port`; undefined for addresses, and for a missing or invalid port. */
export function hostAt(text: string, defaultPort?: number): Host | undefined {
  const [, before = '', digits] = /^([^:]*)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const name = hostName(before);
  const port = digits === undefined ? defaultPort : Number(digits);
  return name === undefined || port === undefined || port < 1 || port > 65_535 ? undefined : { name, port };
}
