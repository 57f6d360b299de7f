/** Whether a line says that it clones a repository of this machine with git, which links its objects where it can. Pure. */
import { partsOf } from './line/line-parts.ts';
import { type Argument, baseName } from './line/shell-word.ts';
import { hostIn } from './programs/network-programs.ts';

/** False for addresses, and for what is only known when it runs. */
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

/** What the shell makes of it begins with a folder of this machine. */
const knownPath = /^"?(?:[~./]|\$(?:\{?(?:HOME|PWD|OLDPWD)\b|\(pwd\)))/;
