/** Programs that send something to other machines. */
import { type Finding, harms } from '../finding.ts';
import type { Argument } from '../line/shell-word.ts';
import { type At, shown } from '../target.ts';

/**
 * What the program does; the options whose value names a file that is written; whether all this applies only if there is an operand like `host:path`.
 */
type NetworkProgram = { readonly does: string; readonly outputs?: RegExp; readonly onlyRemote?: true };

const reaching = 'reaches another machine';
const writing = 'sends a message';

const programs: ReadonlyMap<string, NetworkProgram> = new Map<string, NetworkProgram>([
  ['curl', { does: reaching, outputs: /^(?:-[a-zA-Z]*o|--output|--output-dir|-D|--dump-header|-c|--cookie-jar|--trace|--trace-ascii)$/ }],
  ['wget', { does: reaching, outputs: /^(?:-[a-zA-Z]*[OoaP]|--output-document|--output-file|--append-output|--directory-prefix)$/ }],
  ['rsync', { does: reaching, onlyRemote: true }],
  ...'http https xh aria2c lynx w3m links ssh scp sftp ftp lftp nc ncat netcat telnet socat ping dig nslookup host whois nmap traceroute rclone smbclient'
    .split(' ')
    .map((name) => [name, { does: reaching }] as const),
  ...'mail mailx sendmail mutt msmtp ssmtp swaks wall write'.split(' ').map((name) => [name, { does: writing }] as const),
]);

/** What the program sends and writes; undefined if it is not in the table. */
export function judgeNetwork(name: string, args: readonly Argument[], at: At): readonly Finding[] | undefined {
  const program = programs.get(name);
  const hosts = args.flatMap(({ literal, text }) => hostIn(literal ?? text));
  if (program === undefined || (program.onlyRemote && hosts.length === 0)) return undefined;
  const files = args.filter((_, index) => program.outputs?.test(args[index - 1]?.literal ?? ''));
  const [host = '?'] = hosts;
  const reason = `${program.does} with ${name}${host === '?' ? '' : `: ${shown(host)}`}`;
  return [harms(reason, [{ change: 'network', host }]), ...files.map((file) => at(file, 'changed'))];
}

const addresses = [/^[a-z][a-z\d+.-]*:\/\/(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:?#\s]+)/i, /^[\w.-]+@([\w.-]+)(?::|$)/, /^([\w-][\w.-]*):(?!\/\/)/];

/** The host in a URL, in `name@host`, or in `host:path`; `?` if it is not known until the command runs. */
export function hostIn(text: string): readonly string[] {
  const host = addresses.map((address) => address.exec(text)?.[1]).find((found) => found !== undefined);
  return host === undefined ? [] : [/[$`*{]/.test(host) ? '?' : host.toLowerCase()];
}
