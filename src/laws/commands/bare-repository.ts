/** Whether a command line creates a bare git repository, judging by its words. */
import { partsOf } from './line/line-parts.ts';
import { baseName } from './line/shell-word.ts';

export const makesBareRepository = (line: string): boolean =>
  partsOf(line, undefined, '').parts.some((part) => {
    if (part.kind !== 'command') return false;
    const [program = '', ...args] = part.words.map(({ literal }) => literal ?? '');
    return baseName(program) === 'git' && args.some((word) => verbs.has(word)) && args.some((word) => bare.has(word));
  });

const verbs: ReadonlySet<string> = new Set(['init', 'clone']);
const bare: ReadonlySet<string> = new Set(['--bare', '--mirror']);
