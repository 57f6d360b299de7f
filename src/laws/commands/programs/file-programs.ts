/** Programs that change the files given to them: which files, how, and with which options. */
import type { FileChange } from '../../effect.ts';
import type { OptionList } from './option-list.ts';

/** Options are listed by letter or long name, separated by spaces. If an option is not listed, the effects are uncertain. */
export type FileProgram = OptionList & {
  /** What happens to a file, and a more exact verb for it. */
  readonly change: FileChange;
  readonly verb?: string;
  /** Which operands are changed; with `last`, `others` is the change to the operands before the last one. */
  readonly to: 'all' | 'first' | 'last' | 'none';
  readonly others?: FileChange;
  /** The first operand is not a file if it matches this, unless one of the options in `skipsNotWith` is given. */
  readonly skips?: RegExp;
  readonly skipsNotWith?: string;
  /** What this captures in an operand is the file; operands that do not match are not files. */
  readonly named?: RegExp;
  /** This entry applies only with one of the options in `with`, and with none of those in `without`. */
  readonly with?: string;
  readonly without?: string;
  /** With one of the options in `spares` and none of those in `sparesNotWith`, the program overwrites nothing. */
  readonly spares?: string;
  readonly sparesNotWith?: string;
  /** The option that names the folder in which the program works. Without that option, and with `here`, it works in the current folder. */
  readonly folder?: string;
  readonly here?: true;
  /** Options whose value names a file that is written. */
  readonly outputs?: string;
  /** What a script must match to be harmless in every other way: the operand that is not a file, or the values of `-e`. */
  readonly script?: RegExp;
  /** What else the program may do. */
  readonly doubt?: string;
};

const intoFolder = 't target-directory';
const copying = {
  change: 'changed',
  to: 'last',
  spares: 'n no-clobber',
  sparesNotWith: 'f force i interactive remove-destination b backup r R a recursive archive',
  folder: intoFolder,
  valued: 'tS',
} as const;

const linking = {
  to: 'last',
  folder: intoFolder,
  doubt: 'what is written to a link goes to another file',
  flags: 'bfhiLnPrsTv',
  valued: 'tS',
  long: 'symbolic force no-dereference relative target-directory= no-target-directory verbose backup? interactive',
} as const;

const owning = {
  change: 'metadata',
  verb: 'changes the owner of',
  to: 'all',
  skips: /^/,
  skipsNotWith: 'reference',
  flags: 'cfhvRHLP',
  long: 'changes silent quiet verbose recursive no-dereference dereference from= reference=',
} as const;

const compressing = {
  change: 'deleted',
  verb: 'replaces',
  to: 'all',
  without: 'c k l t stdout to-stdout keep list test',
  flags: '0123456789cdfhklnNqrtvz',
  valued: 'STM',
  long: 'stdout to-stdout keep list test decompress uncompress compress force fast best quiet verbose recursive threads= suffix= extreme',
} as const;

const archiving = {
  change: 'changed',
  to: 'none',
  flags: 'xctruzjJvkpmhUaS',
  valued: 'fCX',
  long: 'extract get create append update file= directory= gzip gunzip bzip2 xz zstd verbose keep-old-files skip-old-files overwrite strip-components= exclude= no-same-owner',
} as const;

const scripting = {
  change: 'changed',
  verb: 'edits',
  to: 'all',
  with: 'i',
  attached: 'i0',
  flags: 'pnalwWsS',
  valued: 'eEIMF',
  skips: /^/,
  skipsNotWith: 'e E',
  doubt: 'a script can do anything',
} as const;

const address = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\.)*/)`;
/** A single deletion, print or substitution that neither writes another file nor runs a program. */
const editingScript = new RegExp(
  String.raw`^(?:${address}(?:,${address})?!?)?\s*(?:[dp=]|s([/|#,:@!])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpIi\d]*)$`,
);

const programs = {
  rm: {
    change: 'deleted',
    to: 'all',
    flags: 'dfiIrRvPWx',
    long: 'force recursive dir verbose interactive? one-file-system no-preserve-root',
  },
  rmdir: { change: 'deleted', to: 'all', flags: 'pv', long: 'parents verbose ignore-fail-on-non-empty' },
  unlink: { change: 'deleted', to: 'all' },
  srm: { change: 'deleted', to: 'all', flags: 'dfirRsvlz' },
  shred: {
    change: 'changed',
    verb: 'destroys',
    to: 'all',
    flags: 'fuvxz',
    valued: 'ns',
    long: 'force iterations= size= remove? verbose exact zero',
  },
  truncate: { change: 'changed', verb: 'truncates', to: 'all', flags: 'co', valued: 'rs', long: 'no-create io-blocks reference= size=' },
  mkdir: { change: 'created', to: 'all', flags: 'pv', valued: 'm', long: 'parents verbose mode=' },
  mkfifo: { change: 'created', to: 'all', valued: 'm', long: 'mode=' },
  touch: { change: 'created', to: 'all', flags: 'acfmh', valued: 'drt', long: 'date= reference= time= no-create no-dereference' },
  tee: { change: 'changed', to: 'all', flags: 'aip', long: 'append ignore-interrupts output-error?' },
  dd: { change: 'changed', to: 'all', named: /^of=(.+)$/s },
  cp: {
    ...copying,
    flags: 'abdfHiLlnPpRrsTuvx',
    long: 'archive backup? force interactive no-clobber no-dereference dereference preserve? parents recursive remove-destination target-directory= no-target-directory update? verbose link symbolic-link suffix= reflink? sparse=',
  },
  mv: {
    ...copying,
    others: 'deleted',
    flags: 'bfinTuv',
    long: 'backup? force interactive no-clobber target-directory= no-target-directory update? verbose suffix=',
  },
  ln: [
    { ...linking, change: 'changed', with: 'f force b backup i interactive' },
    { ...linking, change: 'created' },
  ],
  install: {
    change: 'changed',
    to: 'last',
    flags: 'bcCdDpsTv',
    valued: 'gmotS',
    long: 'mode= owner= group= directory target-directory=',
    folder: intoFolder,
  },
  chmod: {
    change: 'metadata',
    to: 'all',
    skips: /^(?:[0-7]{1,5}|(?:[ugoa]*[-+=][rwxXstugo]*,?)+)$/,
    skipsNotWith: 'reference r w x X s t u g o a',
    flags: 'cfvRhrwxXstugoa',
    long: 'changes silent quiet verbose recursive reference=',
  },
  chown: owning,
  chgrp: owning,
  sed: {
    change: 'changed',
    verb: 'edits',
    to: 'all',
    with: 'i in-place',
    skips: /^/,
    skipsNotWith: 'e f expression file',
    script: editingScript,
    flags: 'nErsuz',
    valued: 'e',
    attached: 'i',
    long: 'in-place? regexp-extended quiet silent null-data separate expression=',
  },
  perl: scripting,
  ruby: scripting,
  patch: {
    change: 'changed',
    to: 'first',
    here: true,
    folder: 'd directory',
    outputs: 'o output',
    doubt: 'the patch says which files it changes',
    flags: 'bcefElnNRstuv',
    valued: 'BdFioprz',
    long: 'directory= input= output= strip= forward reverse silent quiet backup',
  },
  tar: [
    { ...archiving, with: 'x extract get', folder: 'C directory', here: true },
    { ...archiving, with: 'c r u create append update', outputs: 'f file' },
  ],
  unzip: { change: 'changed', to: 'none', without: 'l t p v Z', folder: 'd', here: true, flags: 'oqnjuCltpvZ', valued: 'dx' },
  zip: { change: 'changed', to: 'first', flags: 'rq0123456789jyv', valued: 'xi', long: 'recurse-paths quiet' },
  rsync: {
    change: 'changed',
    to: 'last',
    flags: 'avzrlptgoDuhPHxSmqcC',
    long: 'archive verbose recursive progress stats compress exclude= include= partial',
  },
  sort: {
    change: 'changed',
    to: 'none',
    with: 'o output',
    outputs: 'o output',
    flags: 'bcCdfghiMmnRrsuVz',
    valued: 'kto',
    long: 'output= unique reverse key= numeric-sort',
  },
} as const satisfies Record<string, FileProgram | readonly FileProgram[]>;

const compressors = 'gzip gunzip bzip2 bunzip2 xz unxz lzma compress uncompress'.split(' ');

/** By program name, with the ways to call it: the first way that applies counts. */
export const filePrograms: ReadonlyMap<string, readonly FileProgram[]> = new Map<string, readonly FileProgram[]>([
  ...Object.entries(programs).map(([name, ways]): [string, readonly FileProgram[]] => [name, [ways].flat()]),
  ...compressors.map((name): [string, readonly FileProgram[]] => [name, [compressing]]),
]);
