/** Programs that run their arguments: as another command, or as a line of shell. */
import type { Argument } from '../line/shell-word.ts';

/** The command comes after the wrapper's own options and operands. If these match `plain`, the command runs as it would without the wrapper. */
type Wrapper = { readonly valued?: RegExp; readonly operands?: number; readonly plain?: RegExp };

const valued = (letters: string, words: string): RegExp => new RegExp(`^-(?:[^-${letters}]*[${letters}]|-(?:${words}))$`, 'u');

const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  ['sudo', { valued: valued('CDghpRrTtUu', 'chdir|chroot|close-from|group|host|other-user|prompt|role|type|user|command-timeout') }],
  ['env', { valued: valued('Cu', 'chdir|unset') }],
  ['command', { plain: /^$/ }],
  ['builtin', {}],
  ['busybox', {}],
  ['exec', { valued: valued('a', 'argv0') }],
  ['nice', { valued: valued('n', 'adjustment'), plain: /^(?:-n \d+|-n\d+|-\d+)?$/ }],
  ['nohup', {}],
  ['time', { valued: valued('fo', 'format|output'), plain: /^(?:-p)?$/ }],
  [
    'timeout',
    {
      valued: valued('ks', 'kill-after|signal'),
      operands: 1,
      plain: /^(?:-[ks] \w+ |--(?:kill-after|signal)=\w+ |--foreground |--preserve-status )*\d+(?:\.\d+)?[smhd]?$/,
    },
  ],
  ['setsid', {}],
  ['stdbuf', { valued: valued('eio', 'error|input|output'), plain: /^-[eio][L\d]\w*(?: -[eio][L\d]\w*)*$/ }],
  ['doas', { valued: valued('Cu', 'unused') }],
  ['ionice', { valued: valued('cn', 'class|classdata'), plain: /^-c ?[0-3](?: -n ?[0-7])?$/ }],
  ['taskset', { operands: 1 }],
  ['strace', { valued: valued('aeEoOpPsSuX', 'trace|output') }],
  ['xargs', { valued: valued('adEILnPs', 'arg-file|delimiter|max-args|max-chars|max-procs') }],
]);

const shells: ReadonlySet<string> = new Set(['bash', 'rbash', 'sh', 'dash', 'ash', 'zsh', 'ksh', 'mksh']);

/** Whether a program runs another command. */
export const isWrapper = (program: string): boolean => wrappers.has(program);

/** Whether a program interprets lines of shell. */
export const isShell = (program: string): boolean => shells.has(program);

/** The commands among a program's arguments that the program runs. */
export function* commandsGivenTo(program: string, args: readonly Argument[]): Generator<readonly Argument[]> {
  const wrapper = wrappers.get(program);
  if (wrapper && !(program === 'command' && /^-p?[vV]/.test(args[0]?.text ?? ''))) yield args.slice(ownArguments(wrapper, args));
  if (program !== 'find') return;
  for (let at = 0; at < args.length; at++) {
    if (!/^-(?:exec|ok)(?:dir)?$/.test(args[at]?.literal ?? '')) continue;
    const start = at + 1;
    while (at < args.length && args[at]?.literal !== ';' && args[at]?.literal !== '+') at++;
    yield args.slice(start, at);
  }
}

/** The command that a wrapper runs, if it runs as it would without the wrapper. */
export function plainlyWrapped(program: string, args: readonly Argument[]): readonly Argument[] | undefined {
  const wrapper = wrappers.get(program);
  if (wrapper?.plain === undefined) return undefined;
  const own = ownArguments(wrapper, args);
  const literals = args.slice(0, own).map(({ literal = '?' }) => literal);
  return wrapper.plain.test(literals.join(' ')) && own < args.length ? args.slice(own) : undefined;
}

/** How many of a wrapper's arguments precede the command. */
function ownArguments({ valued, operands = 0 }: Wrapper, args: readonly Argument[]): number {
  let operandsLeft = operands;
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.literal ?? args[at]?.text ?? '';
    if (valued?.test(text)) at++;
    else if (!/^-|^[A-Za-z_]\w*=/.test(text) && operandsLeft-- === 0) return at;
  }
  return args.length;
}

/** Programs that run a line from an argument, a file or a variable, each in its own way. */
const strangeRunners: ReadonlySet<string> = new Set(
  'su script watch parallel chroot unshare nsenter runuser ssh flock source . trap let compgen mapfile readarray alias hash fish csh tcsh'.split(
    ' ',
  ),
);

/** Lines of shell in the arguments; undefined for a line that is not known until the command runs. */
export function* scriptsGivenTo(program: string, args: readonly Argument[]): Generator<string | undefined> {
  const literals = args.map(({ literal }) => literal);
  if (shells.has(program)) {
    const option = literals.findIndex((literal = '') => /^-[a-zA-Z]{1,20}$/.test(literal) && literal.includes('c'));
    const script = option === -1 ? -1 : literals.findIndex((literal, at) => at > option && literal !== '--');
    yield script === -1 ? undefined : literals[script]; // without a script argument, the shell reads a file or its input
  }
  if (strangeRunners.has(program) || (program === 'env' && args.some(({ text }) => /^-[^-]*S|^--split/.test(text)))) yield undefined;
  if (program === 'eval') yield literals.includes(undefined) ? undefined : literals.join(' ');
}
