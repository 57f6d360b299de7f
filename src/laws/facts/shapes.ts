/** What facts look like in any text, both in answers and in sources. */
import { lazily } from '../../contracts/lazily.ts';
import { dateShape } from './dates.ts';

/** A piece of text that may state a fact. */
export type Token = {
  readonly kind: Kind;
  readonly text: string;
  readonly at: number;
  readonly end: number;
  /** A line number after the name of a file: `:12` or `#L12`. */
  readonly place: string;
};
/** The kinds of tokens. */
export type Kind = (typeof kinds)[number];
const kinds = ['url', 'image', 'email', 'date', 'time', 'path', 'file', 'host', 'version', 'hash', 'duration', 'number', 'name'] as const;

// Every repetition below is bounded or can match in only one way, so that no text causes excessive backtracking.
const letter = String.raw`\p{Script=Latin}\p{M}\d_@+~\-`;
const anyLetter = String.raw`\p{L}\p{M}\p{N}_@+~\-`;
const word = String.raw`\p{Script=Latin}\p{M}\d_`;
const plain = `[${letter}.]{0,254}[${letter}]`;
/** A name in another script may contain anything; Latin names and extensions end where the other script begins, because prose in it has no spaces. */
const foreign = String.raw`(?!\p{Script=Latin})\p{L}[${anyLetter}]{0,254}(?:\.[${letter}.]{0,62}[${letter}])?`;
const segment = String.raw`(?:\.\.|${plain}|${foreign})`;
const extension = String.raw`\.[A-Za-z][A-Za-z\d]{0,9}(?![${letter}\/]|\.[${letter}])`;
const unattached = String.raw`(?<![${letter}.\/\\\])}><*$%…])`;

/** Extensions by which a name without a folder is recognised as a file. */
const endings =
  'txt|md|mdx|rst|csv|tsv|jsonl|json5|jsonc|json|ya?ml|toml|ini|cfg|conf|log|lock|xml|html?|css|scss|less|tsx?|jsx?|[mc]js|[mc]ts|py|pyc|ipynb|rb|go|rs|cc?|cpp|hpp|h|java|kt|swift|php|sh|bash|zsh|fish|ps1|bat|sql|db|sqlite3?|pdf|docx?|xlsx?|pptx?|odt|ods|png|jpe?g|gif|svg|webp|ico|bmp|tiff?|mp[34]|wav|mov|avi|mkv|zip|tar|gz|tgz|bz2|xz|7z|env|bak|tmp|out|err|pid|exe|dll|so|wasm|tex|lua|vue|svelte|proto|gradle|properties|service|pem|crt|key|patch|diff|map|snap|parquet|eml|ics';
const domains = 'com|org|net|edu|gov|io|dev|app|ai|co|de|fr|es|it|nl|ch|at|cn|jp|uk|eu|us|info|local';
const placed = String.raw`(?=(?<NAME>:\d{1,7}(?:[:\-]\d{1,7})?|#L\d{1,7}(?:-L?\d{1,7})?)?)`; // a template, because every use needs its own group name: Node 22 allows each name only once

const shapes = {
  url: String.raw`(?<![A-Za-z\d+.\-])[A-Za-z][A-Za-z\d+.\-]{1,15}:\/\/[\w.~:\/?#@!$&*+,;=%()\-]{0,2000}[\w~\/#@$&*+=%\-]`,
  image: String.raw`(?<![${word}.\/@:\-])(?:[a-z\d][a-z\d._\-]{0,60}\/){0,4}[a-z][a-z\d_\-]{1,60}:(?:\d{1,6}(?:\.\d{1,6}){0,3}-[a-z](?:[\w.\-]{0,60}\w)?|\d{1,6}(?:\.\d{1,6}){2,3})(?![${word}\/:])`,
  email: String.raw`(?<![${word}.+\-])[A-Za-z\d][\w.+\-]{0,63}@[A-Za-z\d\-]{1,63}(?:\.[A-Za-z\d\-]{1,63}){0,4}\.[A-Za-z]{2,12}(?![${word}])`,
  date: dateShape,
  time: String.raw`(?<![\d:.])[0-2]?\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?![\d:])(?: ?[AaPp]\.?[Mm](?!\w))?`,
  path: String.raw`${unattached}(?:(?:~|\.{1,2})?\/(?=[A-Za-z._@])${segment}(?:\/${segment}){0,63}|(?:\.?${plain})(?:\/${segment}){0,62}\/(?:[${letter}.]{0,240}|${foreign})${extension})`,
  file: String.raw`${unattached}(?:[\p{L}\p{M}\d_][${anyLetter}]{0,120}(?:\.[${letter}]{1,60}){0,4}\.(?:${endings})|\.(?!(?:${endings}|${domains})(?![${letter}]))[a-z][${letter}]{3,60}(?:\.[a-z]{2,8})?)(?![${letter}\/]|\.[${letter}])`,
  host: String.raw`(?<![${letter}.\/])(?:[a-z\d][a-z\d\-]{0,62}\.){1,5}(?:${domains})(?![${letter}]|\.[${letter}])`,
  version: String.raw`(?<![${word}.])(?:v?\d{1,9}(?:\.\d{1,9}){2,7}|v\d{1,9}(?:\.\d{1,9})?)(?:[\-+][A-Za-z\d][A-Za-z\d.\-]{0,60})?(?![${word}]|\.\d)`,
  hash: String.raw`(?<![${word}])(?=[a-fA-F]{0,128}\d)(?=\d{0,128}[a-fA-F])[\da-fA-F]{7,128}(?![${word}])`,
  duration: String.raw`(?<![${word}.])\d{1,6} ?(?:h|hrs?|hours?|Std\.?|Stunden|heures?|horas?|m|min|minutes?|Minuten|minutos?),? ?(?:and |und |et |y )?\d{1,2}(?:\.\d{1,6})? ?(?:m|min|minutes?|Minuten|minutos|s|sec|seconds?|Sekunden|secondes|segundos)(?![${word}])`,
  number: String.raw`(?<![${word}])(?:(?<!\d[,.'])\d{1,3}(?:(?<group>[,.'’_\u00a0\u202f])\d{3})(?:\k<group>\d{3}){0,6}(?:[.,]\d{1,12})?(?![\d])|(?<!\d[,.' ])\d{1,3}(?: \d{3}){1,5}(?:[.,]\d{1,3})?(?!\d|[,.' ]\d)|(?<!\d,)\d+[.,]\d{1,15}(?!\d|[.,]\d)|\d+)(?!\d)`,
  name: String.raw`(?<![${word}.\-\/])\p{Script=Latin}[${word}]{0,80}_[${word}]{1,80}(?![${word}\-\/]|\.[${letter}])|(?<![${word}.])[A-Za-z][A-Za-z\d_]{2,80}\(\)`,
};

const anyShape = lazily(() => {
  const named = kinds.map(
    (kind) => `(?<${kind}>${shapes[kind]})${kind === 'path' || kind === 'file' ? placed.replace('NAME', `${kind}Place`) : ''}`,
  );
  return new RegExp(named.join('|'), 'gu');
});

/** Every token of a text, from left to right; a line number after a file's name is not a separate token. */
export function* tokensIn(text: string): Generator<Token> {
  const pattern = anyShape();
  for (let from = 0; ; ) {
    pattern.lastIndex = from; // set each time, because other texts may be read in between; creating a pattern for each text would cost more than reading most texts
    const match = pattern.exec(text);
    if (match === null) return;
    const { groups = {}, index } = match;
    const kind = kinds.find((one) => groups[one] !== undefined);
    const place = groups.pathPlace ?? groups.filePlace ?? '';
    if (kind !== undefined) yield { kind, text: match[0], at: index, end: index + match[0].length, place };
    from = Math.max(index + match[0].length + place.length, index + 1);
  }
}
