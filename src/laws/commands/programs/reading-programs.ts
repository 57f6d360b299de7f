/** Programs that only read and print, with the arguments that may be given to them. Programs that are not listed may do anything. */
import type { OptionList } from './option-list.ts';

/**
 * Only options with the same meaning on GNU, BSD, macOS and BusyBox are listed. Deliberately left out are options that write a file (`sort -o`, `tree
 * -R`, `file -C`), run a program (`sort --compress-program`, `diff -l`, `file -z`), or change the system (`date -s`, `df --sync`).
 */
const listed = {
  basename: { flags: 'az', valued: 's', long: 'multiple suffix= zero' },
  b2sum: { flags: 'bctwz', valued: 'l', long: 'binary check text tag zero quiet status strict warn ignore-missing length=' },
  cat: { flags: 'AbeEnstTuv', long: 'number number-nonblank show-all show-ends show-nonprinting show-tabs squeeze-blank' },
  cksum: { valued: 'a', long: 'algorithm=' },
  cmp: { flags: 'bls', valued: 'in', long: 'bytes= ignore-initial= print-bytes quiet silent verbose' },
  column: { flags: 'tx', valued: 'csoNR', long: 'columns= output-separator= separator= table' },
  comm: { flags: '123iz', long: 'check-order nocheck-order output-delimiter= total zero-terminated' },
  cut: {
    flags: 'nsz',
    valued: 'bcdf',
    long: 'bytes= characters= complement delimiter= fields= only-delimited output-delimiter= zero-terminated',
  },
  date: {
    flags: 'IRu',
    valued: 'r',
    long: 'date= iso-8601? reference= rfc-3339= rfc-email universal utc',
    maxOperands: 1,
    operands: /^\+/,
  },
  df: {
    flags: 'ahHiklmPT',
    valued: 'tx',
    long: 'all block-size= exclude-type= human-readable inodes local no-sync output? portability print-type si total type=',
  },
  diff: {
    flags: 'abBcdeEinNpqrstTuwyZ',
    valued: 'CFILUWx',
    long: 'brief color? context? exclude= expand-tabs ignore-all-space ignore-blank-lines ignore-case ignore-space-change label= left-column minimal new-file no-dereference recursive report-identical-files show-c-function side-by-side strip-trailing-cr suppress-common-lines text unified? width=',
  },
  dirname: { flags: 'z', long: 'zero' },
  du: {
    flags: 'abcDHhkLlmPSsx0',
    valued: 'Bdt',
    long: 'all apparent-size block-size= bytes count-links dereference exclude= human-readable inodes max-depth= no-dereference null one-file-system separate-dirs si summarize threshold= time? total',
  },
  expand: { flags: 'i', valued: 't', long: 'initial tabs=' },
  file: { flags: 'bhiIkLNr0', long: 'brief dereference extension keep-going mime mime-encoding mime-type no-dereference no-pad raw' },
  fold: { flags: 'bs', valued: 'w', long: 'bytes spaces width=' },
  grep: {
    flags: 'abcEFGhHiIlLnoPqrRsTUvwxyzZ',
    valued: 'ABCefm',
    long: 'after-context= basic-regexp before-context= binary-files= byte-offset color? colour? context= count dereference-recursive exclude= exclude-dir= extended-regexp file= files-with-matches files-without-match fixed-strings ignore-case include= initial-tab invert-match label= line-buffered line-number line-regexp max-count= no-filename no-ignore-case no-messages null null-data only-matching perl-regexp quiet recursive regexp= silent text with-filename word-regexp',
    numbers: true,
  },
  head: { flags: 'qvz', valued: 'cn', long: 'bytes= lines= quiet silent verbose zero-terminated', numbers: true },
  hostname: { flags: 'sI', maxOperands: 0 },
  id: { flags: 'Ggnruz', long: 'group groups name real user zero' },
  join: { flags: 'iz', valued: 'aejotv12', long: 'check-order header ignore-case nocheck-order zero-terminated' },
  jq: {
    flags: 'acCejMnrRsS',
    long: 'arg== argjson== args ascii-output color-output compact-output exit-status indent= join-output jsonargs monochrome-output null-input raw-input raw-output rawfile== seq slurp slurpfile== sort-keys stream tab',
  },
  ls: {
    flags: 'aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1',
    long: 'all almost-all author block-size= classify? color? context dereference directory escape file-type format= full-time group-directories-first hide= hide-control-chars human-readable hyperlink? ignore= ignore-backups indicator-style= inode kibibytes literal no-group numeric-uid-gid quote-name quoting-style= recursive reverse show-control-chars si size sort= time= time-style= width= zero',
  },
  md5sum: { flags: 'bctwz', long: 'binary check text tag zero quiet status strict warn ignore-missing' },
  nl: { flags: 'p', valued: 'bdfhilnsvw', long: 'body-numbering= number-format= number-separator= number-width= starting-line-number=' },
  paste: { flags: 'sz', valued: 'd', long: 'delimiters= serial zero-terminated' },
  printenv: { flags: '0', long: 'null' },
  pwd: { flags: 'LP', maxOperands: 0 },
  readlink: { flags: 'efmnqsvz', long: 'canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero' },
  realpath: {
    flags: 'emLPqsz',
    long: 'canonicalize-existing canonicalize-missing logical no-symlinks physical quiet relative-base= relative-to= strip zero',
  },
  rev: {},
  seq: { flags: 'w', valued: 's', long: 'equal-width separator=', numbers: true },
  sleep: {},
  sort: {
    flags: 'bcCdfghiMmnRrsuVz',
    valued: 'kt',
    long: 'check? debug dictionary-order field-separator= general-numeric-sort human-numeric-sort ignore-case ignore-leading-blanks ignore-nonprinting key= merge month-sort numeric-sort random-sort reverse sort= stable unique version-sort zero-terminated',
  },
  ss: {
    // Excludes -K, which ends connections; -D, which writes a file; -F and -N; and -r, which queries name servers, as would a host given by name.
    flags: '046aeHilmnopstuwx',
    long: 'all extended info ipv4 ipv6 listening memory no-header numeric options processes summary tcp udp unix',
    operands: /^(?:sport|dport|src|dst|state|listening|established|and|or|not|=|==|eq|\(|\)|:\d{1,5}|[\d.*:[\]]{1,45})$/,
  },
  stat: { flags: 'FfLlnqrstx', valued: 'c', long: 'dereference file-system format= printf= terse' },
  tac: { flags: 'br', valued: 's', long: 'before regex separator=' },
  tail: {
    flags: 'fFqvz',
    valued: 'cns',
    long: 'bytes= follow? lines= quiet retry silent sleep-interval= verbose zero-terminated',
    numbers: true,
  },
  tr: { flags: 'cCdst', long: 'complement delete squeeze-repeats truncate-set1' },
  tree: { flags: 'aACdDfFghiJlnNpqQrsStuvxX', valued: 'ILP', long: 'dirsfirst du ignore-case inodes matchdirs noreport prune si' },
  uname: { flags: 'aimnoprsv', long: 'all kernel-name kernel-release kernel-version machine nodename operating-system', maxOperands: 0 },
  uniq: {
    flags: 'cdDiuz',
    valued: 'fsw',
    long: 'all-repeated? check-chars= count group? ignore-case repeated skip-chars= skip-fields= unique zero-terminated',
    maxOperands: 1,
  },
  wc: { flags: 'clLmw', long: 'bytes chars lines max-line-length total= words' },
  which: { flags: 'a', long: 'all' },
  whoami: { maxOperands: 0 },
  yes: {},
} as const satisfies Record<string, OptionList>;

/** By program name, with the options that are allowed. */
export const readingPrograms: ReadonlyMap<string, OptionList> = new Map<string, OptionList>([
  ...Object.entries(listed),
  ...['egrep', 'fgrep'].map((name) => [name, listed.grep] as const),
  ...['sha1sum', 'sha256sum', 'sha512sum'].map((name) => [name, listed.md5sum] as const),
]);
