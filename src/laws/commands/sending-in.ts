/** Which files a command line would send to which machines, judging by its words alone. What they do not say is left out. Pure. */
import { type Run, runsIn } from './line-runs.ts';
import { hostIn } from './network-programs.ts';

export type Sending = { readonly hosts: readonly string[]; readonly files: readonly string[] };

export const nothingSent: Sending = { hosts: [], files: [] };

export function sendingIn(line: string): Sending {
  const found = (runsIn(line) ?? []).map(sendingOf);
  return { hosts: [...new Set(found.flatMap(({ hosts }) => hosts))], files: [...new Set(found.flatMap(({ files }) => files))] };
}

function sendingOf({ program, args }: Run): Sending {
  const words = args.map(({ literal, text }) => literal ?? text);
  if (program === 'curl') return { hosts: hostsAmong(words), files: sentByCurl(words) };
  if (program === 'scp' || program === 'rsync') return copied(words.filter((word) => !word.startsWith('-')));
  return networked.has(program) ? { hosts: hostsAmong(words), files: [] } : nothingSent;
}

const networked: ReadonlySet<string> = new Set(['wget', 'git', 'ssh', 'sftp', 'http', 'https', 'xh', 'aria2c', 'npm', 'pip']);

/** Of addresses and of `name@host`; a bare `word:` may be anything. */
const hostsAmong = (words: readonly string[]): readonly string[] =>
  words
    .filter((word) => /^[a-z][a-z\d+.-]*:\/\/|^\w[\w.-]*@[\w.-]+(?::|$)/i.test(word))
    .flatMap(hostIn)
    .filter((host) => host !== '?');

function sentByCurl(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const [, long, joined] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
    const [, short, attached] = /^(-[TdF])(.+)$/s.exec(word) ?? [];
    const option = long ?? short ?? word;
    const value = joined ?? attached ?? words[at + 1] ?? '';
    if (uploads.test(option)) return value === '' || value === '-' ? [] : [value];
    const file = dataOptions.test(option) ? /^@(.+)$/s.exec(value) : formOptions.test(option) ? /^[^=]*=[@<]([^;]+)/s.exec(value) : null;
    return file?.[1] === undefined || file[1] === '-' ? [] : [file[1]];
  });
}

const uploads = /^(?:-T|--upload-file)$/;
const dataOptions = /^(?:-d|--data|--data-binary|--data-ascii|--data-urlencode|--json)$/;
const formOptions = /^(?:-F|--form)$/;

/** The last operand is the target: files are sent where it is another machine. */
function copied(operands: readonly string[]): Sending {
  const isRemote = (word: string): boolean => hostIn(word).length > 0;
  const [target = '', ...sources] = operands.toReversed();
  const hosts = operands.flatMap(hostIn).filter((host) => host !== '?');
  return { hosts, files: isRemote(target) ? sources.toReversed().filter((word) => !isRemote(word)) : [] };
}
