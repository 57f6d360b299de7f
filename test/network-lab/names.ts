/** The world of the lab: its names, their addresses, and who has which address. The addresses look public, and belong to no machine in the lab. */

/** The addresses of the cable at this machine's end and at the world's end. */
export const cable = {
  here: ['93.184.215.1/24', '10.9.0.1/24', '2606:2800:220:1::1/64'],
  there: ['93.184.215.14/24', '93.184.215.53/24', '93.184.215.99/24', '10.9.0.5/24', '2606:2800:220:1::99/64'],
} as const;

export const dnsAddress = '93.184.215.53';
export const strayAddress = '93.184.215.99';
export const straySix = '2606:2800:220:1::99';

/** The answers, in order; the last one is repeated. */
export const leads: Readonly<Record<string, readonly string[]>> = {
  'web.lab.example': ['93.184.215.14'],
  'registry.lab.example': ['93.184.215.14'],
  'pypi.lab.example': ['93.184.215.14'],
  'git.lab.example': ['93.184.215.14'],
  'other.lab.example': [strayAddress],
  'private.lab.example': ['10.9.0.5'],
  'here.lab.example': ['127.0.0.1'],
  'moving.lab.example': ['93.184.215.14', '127.0.0.1'],
};
