/** Which files a command line would send to which machines, judging by its words. Pure. */
import { type Run, runsIn } from './line/line-runs.ts';
import { hostIn } from './programs/network-programs.ts';

/** `isAll`: whether the words prove that the line sends these files and nothing else. */
export type Sending = { readonly hosts: readonly string[]; readonly files: readonly string[]; readonly isAll: boolean };

export const nothingSent: Sending = { hosts: [], files: [], isAll: false };

export function sendingIn(line: string): Sending {
  const found = (runsIn(line) ?? []).map(sendingOf);
  const [only, ...others] = found;
  return {
    hosts: [...new Set(found.flatMap(({ hosts }) => hosts))],
    files: [...new Set(found.flatMap(({ files }) => files))],
    isAll: only?.isAll === true && others.length === 0 && startsWithIt.test(line),
  };
}

/** With network access, any other program may send anything; and a variable set before the command (`https_proxy=…`) may redirect it. */
const startsWithIt = /^\s*(?:curl|wget|scp|rsync)\s/;

function sendingOf({ program, args }: Run): Sending {
  const words = args.map(({ literal, text }) => literal ?? text);
  const isKnown = args.every(({ literal }) => literal !== undefined);
  if (program === 'curl') return { hosts: hostsAmong(words), files: sentByCurl(words), isAll: isKnown && isPlain(words, ofCurl) };
  if (program === 'scp' || program === 'rsync')
    return { ...copied(words.filter((word) => !word.startsWith('-'))), isAll: isKnown && !words.some((word) => redirecting.test(word)) };
  if (program === 'wget') return { hosts: hostsAmong(words), files: sentByWget(words), isAll: isKnown && isPlain(words, ofWget) };
  return networked.has(program) ? { hosts: hostsAmong(words), files: [], isAll: false } : nothingSent;
}

/** Options that neither send more data nor send it to another host, each with an example value after a space; and which of them take a value. */
type PlainOptions = { readonly valued: RegExp; readonly plain: readonly RegExp[] };

/** Excludes standard input (`-`) and headers from a file (`@`), which may contain anything. */
const ofCurl: PlainOptions = {
  valued: /^(?:-[XoAmHTdF]|--(?:request|output|user-agent|max-time|header|upload-file|data|data-binary|data-ascii|json|form))$/,
  plain: [
    /^-[sSfviIO#]+$|^--(?:silent|show-error|fail|verbose|include|head|remote-name|compressed)$/,
    /^(?:-[XoAm] ?|--(?:request|output|user-agent|max-time) )[^ ]/,
    /^(?:-H ?|--header )[^@ ]/,
    /^(?:-T ?|--upload-file[ =])(?!-$)[^ ]/,
    /^(?:-d ?|--(?:data|data-binary|data-ascii|json)[ =])(?!@-$)[^ ]/,
    /^(?:-F ?|--form[ =])(?!.*[@<]-)[^ ;][^;]*(?:;type=[\w/.+-]+)?$/,
  ],
};
const ofWget: PlainOptions = {
  valued: /^-[OP]$/,
  plain: [/^-[qncv]+$|^--(?:quiet|no-verbose|continue)$/, /^-[OP] ?[^ ]/, /^--(?:post|body)-file=/],
};

/** Whether all words are URLs and plain options. */
function isPlain(words: readonly string[], { valued, plain }: PlainOptions): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const isValued = valued.test(word);
    if (isValued) at += 1;
    const option = isValued ? `${word} ${words[at] ?? ''}` : word;
    if (hostsAmong([option]).length === 0 && !plain.some((each) => each.test(option))) return false;
  }
  return true;
}

/** Options that make scp and rsync send to a different machine than the operands suggest. */
const redirecting = /^-(?:[JFoSe]|[a-zA-Z]*e$|-rsh|-files-from|-rsync-path)/;

const networked: ReadonlySet<string> = new Set(['git', 'ssh', 'sftp', 'http', 'https', 'xh', 'aria2c', 'npm', 'pip']);

/** The hosts in URLs and in `name@host`; a bare `word:` may be anything. */
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

const sentByWget = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => /^--(?:post|body)-file=(.+)$/s.exec(word)?.[1] ?? []);

const uploads = /^(?:-T|--upload-file)$/;
const dataOptions = /^(?:-d|--data|--data-binary|--data-ascii|--data-urlencode|--json)$/;
const formOptions = /^(?:-F|--form)$/;

/** The last operand is the target: if it is on another machine, files are sent. */
function copied(operands: readonly string[]): Omit<Sending, 'isAll'> {
  const isRemote = (word: string): boolean => hostIn(word).length > 0;
  const [target = '', ...sources] = operands.toReversed();
  const hosts = operands.flatMap(hostIn).filter((host) => host !== '?');
  return { hosts, files: isRemote(target) ? sources.toReversed().filter((word) => !isRemote(word)) : [] };
}
