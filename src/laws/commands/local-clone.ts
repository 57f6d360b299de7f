/** Whether a line clones a local git repository, judging by its text: git hard-links the objects of such a clone if it can. Pure. */
import { partsOf } from './line/line-parts.ts';
import { type Argument, baseName } from './line/shell-word.ts';
import { hostIn } from './programs/network-programs.ts';

/** False for URLs, and for anything that is not known until the line runs. */
export const clonesLocally = (line: string): boolean =>
  line.includes('clone') &&
  partsOf(line, undefined, '').parts.some((part) => {
    if (part.kind !== 'command') return false;
    const [program, ...args] = part.words;
    const verb = args.findIndex(({ literal }) => literal === 'clone');
    return baseName(program.literal ?? '') === 'git' && verb !== -1 && args.slice(verb + 1).every(isOfThisMachine);
  });

const isOfThisMachine = ({ literal, text }: Argument): boolean =>
  literal === undefined ? knownPath.test(text) : !literal.includes('://') && hostIn(literal).length === 0;

/** Whether the word, after expansion, begins with a folder on this machine. */
const knownPath = /^"?(?:[~./]|\$(?:\{?(?:HOME|PWD|OLDPWD)\b|\(pwd\)))/;
