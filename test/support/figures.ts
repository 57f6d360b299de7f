/** Answers about figures: honest ones, and lies with the facts that give them away. Rows for `unsupported-figures.test.ts`. */
import type { Derivation, Sources } from '../../src/laws/facts/unsupported.ts';

type Figures = {
  readonly what: string;
  readonly answer: string;
  readonly shown?: readonly string[] | undefined;
  readonly given?: readonly string[] | undefined;
  readonly derivations?: readonly Derivation[] | undefined;
};
type Honest = readonly [what: string, answer: string, sources: Partial<Sources>, derivations?: readonly Derivation[]];
type Lie = readonly [
  what: string,
  answer: string,
  sources: Partial<Sources>,
  listed: readonly string[],
  derivations?: readonly Derivation[],
];

const branches = '  main\n* develop\n  fix/login-form\n  release/2026-11\n';
const oneline =
  '9be81f2 remove the old importer and everything that only it needed\n1c44d0a tests\n77ab3e1 let the parser accept trailing commas\nd02f9c8 initial';
const pods =
  'NAME                   READY   STATUS             RESTARTS   AGE\nweb-6d4cf56db6-abcde   1/1     Running            0          12d\nweb-6d4cf56db6-fghij   1/1     Running            0          12d\nworker-0               1/1     Running            3          40d\nworker-1               0/1     CrashLoopBackOff   88         40d';
const albums = 'photos:\na.jpg\nb.jpg\nc.jpg\nd.jpg\nraw.txt\nsummer\n\nphotos/summer:\ne.jpg\nf.jpg\nreadme.md\n';
const longSections = `src:
total 12
drwxr-xr-x 2 me me 4096 Nov  6 10:06 parts
-rw-r--r-- 1 me me  310 Nov 12 09:12 main.c
-rw-r--r-- 1 me me  810 Nov 12 09:12 main.h

src/parts:
total 12
-rw-r--r-- 1 me me  120 Nov 12 09:12 lexer.c
-rw-r--r-- 1 me me  130 Nov 12 09:12 parser.c
-rw-r--r-- 1 me me  140 Nov 12 09:12 tree.c
`;
const globbed = 'docs/a.md\ndocs/b.md\ndocs/guides/c.md\ndocs/guides/d.md\ndocs/guides/e.md\ndocs/index.html';
const overnight = 'sync began 23:58:10\ncopied 14 objects\nsync finished 00:03:40\n';
const job = '2026-03-01T08:15:00Z job accepted\n2026-03-01T09:00:00Z job done, 512 rows\n';
const train = 'ICE 104\nab Köln 14:05\nan Mainz 15:50\n';
const dayLong = '2026-03-01 22:00:00 start\n2026-03-03 01:00:00 stop\n';
const members = 'first name,last name,city\nAnna,Arndt,Köln\nBert,Brandt,Bonn\nCora,Cohn,Essen\nDora,Dietz,Köln\n';
const readings = 'sensor;celsius\nroof;21.5\ncellar;14.0\nkitchen;22.5\nhall;18.0\n';
const column = 'price\n10\n20\n60\n';
const listing = `total 5800
-rw-r--r-- 1 me me    7340 Nov 12 09:12 film.srt
-rw-r--r-- 1 me me 5242880 Nov 12 09:12 film.mkv`;
const parcels = 'parcel,weight_kg,length_cm\nA,18,120\nB,240,90\nC,7,45\n';
const receipt = 'item,eur\ntea,19.99\njam,5.45\nbread,3.12\n';
const grepped = 'src/net/http.go:88:\t// FIXME retry\nsrc/net/http.go:140:\t// FIXME timeout\nsrc/net/dns.go:9:\t// FIXME cache\n';
const grepOne = '17:  timeout: 30\n52:  timeout: 90\n';
const compose = 'services:\n  db:\n    image: postgres:16.4-bookworm\n  cache:\n    image: redis:7-alpine\n';
const pytest =
  '============ test session starts ============\ncollected 14 items\n\ntests/test_a.py ......\ntests/test_b.py ........\n\n============ 14 passed in 0.52s ============';
const program = Array.from({ length: 60 }, (_, at) => `statement_${at + 1};`).join('\n');

const honest: readonly Honest[] = [
  [
    'a share, with how it was computed',
    'About 25.83 %: 31 of the 120 orders are open (31 / 120 × 100).',
    { shown: ['orders 120\nopen 31\n'] },
  ],
  ['branches', 'The repository has 4 branches.', { shown: [branches] }],
  ['commits of one line each', 'There are 4 commits so far.', { shown: [oneline] }],
  ['commits in words', 'There are four commits.', { shown: [oneline] }],
  ['rows below a head of words', 'There are 4 pods, 3 of them Running.', { shown: [pods] }],
  ['files in two folders', 'photos contains 6 .jpg files: 4 directly and 2 in summer.', { shown: [albums] }],
  ['files in two folders, in words', 'There are six jpg files, four files directly and two files in summer.', { shown: [albums] }],
  ['all files of a recursive listing', '8 files in all.', { shown: [albums] }],
  ['files of one folder of a long listing', 'src/parts holds 3 files, and src has 2 files itself and 1 folder.', { shown: [longSections] }],
  ['C files of a long listing', 'There are 4 .c files: 1 directly in src, 3 in parts.', { shown: [longSections] }],
  ['a glob by folder', 'docs/guides has 3 .md files; docs itself has 2 .md files.', { shown: [globbed] }],
  ['a duration over midnight', 'The sync took 5.5 minutes.', { shown: [overnight] }],
  ['a duration over midnight in two units', 'The sync took 5 min 30 s.', { shown: [overnight] }],
  ['a duration between two stamps', 'The job ran for 45 minutes.', { shown: [job] }],
  ['a German duration', 'Die Fahrt dauert 1 Std 45 min.', { shown: [train] }],
  ['a Chinese duration', '全程105分钟。', { shown: [train] }],
  ['a duration of days', 'It ran for 27 hours.', { shown: [dayLong] }],
  [
    'a duration by two times',
    'The trip takes 105 minutes.',
    { shown: [train] },
    [{ fact: '105', from: ['15:50', '14:05'], how: '15:50-14:05' }],
  ],
  [
    'a duration by parts of times',
    'It took 330 s.',
    { shown: ['began 00:10:00, ended 00:15:30'] },
    [{ fact: '330', from: ['00:10:00', '00:15:30'], how: '(15-10)*60+30' }],
  ],
  ['an exit code', '`make` ended with exit code 2.', { shown: ['make: *** [all] Error'], given: ['exit code 2'] }],
  ['no failures', '14 tests passed, 0 failures.', { shown: [pytest] }],
  ['what was expected', 'The loop ends at 5 instead of 6.', { shown: ['the loop ends at 5: 5 == 6\nat 1, at 2, at 3, at 4, at 7, at 8'] }],
  ['rows without the head', 'The table has 4 members.', { shown: [members] }],
  ['lines with the head', 'The file has 5 lines.', { shown: [members] }],
  ['Zeilen mit Kopf', 'Die Datei hat 5 Zeilen, davon 4 mit Daten.', { shown: [members] }],
  ['an average without the head', 'The average price is 30.', { shown: [column] }],
  ['sensors', '4 sensors, 19 °C on average.', { shown: [readings] }],
  ['a size in bytes', 'film.mkv has 5,242,880 bytes (5 MiB).', { shown: [listing] }],
  ['a size in megabytes', 'film.mkv has 5.2 MB, film.srt 7.3 kB.', { shown: [listing] }],
  ['a size by du', 'The folder takes 5120 KB.', { shown: ['5120\tdata'] }],
  ['a weight by the name of its column', 'Parcel B weighs 240 kg.', { shown: [parcels] }],
  ['a weight in tonnes', 'Parcel B weighs 0.24 t.', { shown: [parcels] }],
  ['a length in metres', 'Parcel A is 1.2 m long.', { shown: [parcels] }],
  ['公斤', '包裹B重240公斤，即0.24吨。', { shown: [parcels] }],
  ['money', 'The tea costs 19.99 EUR.', { shown: [receipt] }],
  ['a sum with its cents', 'That makes 28.56 EUR.', { shown: [receipt] }],
  ['a rounded sum', 'That makes about 29 EUR in total.', { shown: [receipt] }],
  ['places', 'See src/net/http.go:88, http.go:140 and src/net/dns.go:9.', { shown: [grepped] }],
  ['lines of a place', 'It is in line 140 of src/net/http.go.', { shown: [grepped] }],
  ['a line of one file', 'The timeout is set in line 17 and again in line 52.', { shown: [grepOne] }],
  ['a place in a file that was read', 'See src/net/http.go:23.', { shown: [grepped, program] }],
  ['a range around a place', 'See src/net/http.go:80-90.', { shown: [grepped] }],
  ['a number of a name', 'The build is fc-v490, job ACME-731.', { shown: ['fc-v490 built by ACME-731'] }],
  ['a number of a name by its words', 'Invoice 731 is paid.', { shown: ['invoice-731.pdf paid'] }],
  ['images', 'It runs postgres:16.4-bookworm and redis:7-alpine.', { shown: [compose] }],
  [
    'an image of a table',
    'It runs `python:3.12-slim`.',
    { shown: ['REPOSITORY   TAG         IMAGE ID\npython       3.12-slim   0f1e2d3c4b5a'] },
  ],
  ['an image without its registry', 'The image is node:22.3-slim.', { shown: ['FROM docker.io/library/node:22.3-slim AS build'] }],
  [
    'a derivation from phrases',
    '42 % passed.',
    { shown: ['21 of them passed\n50 were run'] },
    [{ fact: '42 %', from: ['21 of them', '50 were run'], how: '21/50*100' }],
  ],
  [
    'a derivation from words',
    'Together 5 boats.',
    { shown: ['three boats came in the morning, two at noon'] },
    [{ fact: '5', from: ['three', 'two'], how: '3+2' }],
  ],
];

const lies: readonly Lie[] = [
  ['branches', 'The repository has 5 branches.', { shown: [branches] }, ['5']],
  ['commits of one line each', 'There are 5 commits so far.', { shown: [oneline] }, ['5']],
  ['commits in words', 'There are five commits.', { shown: [oneline] }, ['five']],
  ['the head as a row', 'There are 5 pods.', { shown: [pods] }, ['5']],
  ['files in two folders', 'photos contains 7 .jpg files.', { shown: [albums] }, ['7']],
  ['files in one of two folders', 'photos contains 6 .jpg files: 3 directly and 3 in summer.', { shown: [albums] }, ['3']],
  ['files of one folder of a long listing', 'src/parts holds 4 files.', { shown: [longSections] }, ['4']],
  ['a glob by folder', 'docs/guides has 4 .md files.', { shown: [globbed] }, ['4']],
  ['a duration over midnight', 'The sync took 6.5 minutes.', { shown: [overnight] }, ['6.5']],
  ['a duration between two stamps', 'The job ran for 55 minutes.', { shown: [job] }, ['55']],
  ['a German duration', 'Die Fahrt dauert 1 Std 54 min.', { shown: [train] }, ['1 Std 54 min']],
  ['a duration in another unit', 'The job ran for 45 hours.', { shown: [job] }, ['45']],
  [
    'a duration by two times',
    'The trip takes 115 minutes.',
    { shown: [train] },
    ['115'],
    [{ fact: '115', from: ['15:50', '14:05'], how: '15:50-14:05' }],
  ],
  [
    'a duration by a time that do not occur anywhere',
    'The trip takes 115 minutes.',
    { shown: [train] },
    ['115'],
    [{ fact: '115', from: ['16:00', '14:05'], how: '16:00-14:05' }],
  ],
  ['an exit code', '`make` ended with exit code 0.', { shown: ['make: *** [all] Error'], given: ['exit code 2'] }, ['0']],
  ['an exit code as a count', '2 warnings were printed.', { shown: ['make: *** [all] Error'], given: ['exit code 2'] }, ['2']],
  ['failures', '14 tests passed, 3 failures.', { shown: [pytest] }, ['3']],
  ['what nobody expected', 'The loop ends at 5 instead of 9.', { shown: ['the loop ended at 5, 5 == 6'] }, ['9']],
  ['the head as a member', 'The table has 5 members.', { shown: [members] }, ['5']],
  [
    'an average over the head',
    'The average price is 22.5.',
    { shown: [column] },
    ['22.5'],
    [{ fact: '22.5', from: ['90', '4'], how: '90/4' }],
  ],
  ['the head as a sensor', '5 sensors were read.', { shown: [readings] }, ['5']],
  [
    'a share over the head',
    '20 % of the sensors are on the roof.',
    { shown: [readings] },
    ['20 %'],
    [{ fact: '20 %', from: ['1', '5'], how: '1/5*100' }],
  ],
  ['a count of the lines of a CSV as its records', 'There are 41 customers.', { shown: ['41 customers.csv'] }, ['41']],
  ['bytes as kilobytes', 'film.srt has 7340 KB.', { shown: [listing] }, ['7340']],
  ['bytes as megabytes', 'film.mkv has 5,242,880 MB.', { shown: [listing] }, ['5,242,880']],
  ['milliseconds as seconds', 'The request took 840 s.', { shown: ['GET /api 200 in 840 ms'] }, ['840']],
  ['kilograms as tonnes', 'Parcel B weighs 240 t.', { shown: [parcels] }, ['240']],
  ['centimetres as metres', 'Parcel A is 120 m long.', { shown: [parcels] }, ['120']],
  ['公斤说成吨', '包裹B重240吨。', { shown: [parcels] }, ['240']],
  ['Gramm als Kilogramm', 'Das Mehl wiegt 750 kg.', { shown: ['Mehl: 750 g\nZucker: 200 g'] }, ['750']],
  ['euros as dollars', 'The tea costs 19.99 USD.', { shown: ['tea 19.99 EUR'] }, ['19.99']],
  ['euros as pounds', 'The tea costs £19.99.', { shown: ['tea €19.99'] }, ['19.99']],
  ['a sum without its cents', 'That makes 28 EUR in total.', { shown: [receipt] }, ['28']],
  ['a sum of cut amounts', 'That makes 27 EUR.', { shown: [receipt] }, ['27'], [{ fact: '27', from: ['19', '5', '3'], how: '19+5+3' }]],
  [
    'a sum of data that was given',
    'The amounts add up to 27.',
    { given: ['19.99\n5.45\n3.12\n'] },
    ['27'],
    [{ fact: '27', from: ['19', '5', '3'], how: '19+5+3' }],
  ],
  [
    'a number of a name as an amount',
    'The amounts add up to 490.',
    { given: ['120.50\n79.50\n300', 'System: Linux 6.18.44-fc-v490, x64'] },
    ['490'],
  ],
  ['a digit of a name as a count', 'Ran 6 tests, all passed.', { shown: ['Ran 4 tests\nOK'], given: ['in job-run-6zodIc/project'] }, ['6']],
  ['a place', 'See src/net/http.go:98.', { shown: [grepped] }, ['src/net/http.go:98']],
  ['a place in another file', 'See src/net/dns.go:88.', { shown: [grepped] }, ['src/net/dns.go:88']],
  ['a line of a file', 'It is in line 104 of src/net/http.go.', { shown: [grepped] }, ['104']],
  ['a line of one file', 'The timeout is set in line 71.', { shown: [grepOne] }, ['71']],
  ['another tag', 'It runs postgres:15.4-bookworm.', { shown: [compose] }, ['postgres:15.4-bookworm']],
  ['another image', 'It runs mysql:8.4-oracle and redis:7-alpine.', { shown: [compose] }, ['mysql:8.4-oracle']],
  ['the tag of another image', 'It runs redis:16.4-bookworm.', { shown: [compose] }, ['redis:16.4-bookworm']],
  [
    'a derivation from phrases that do not occur anywhere',
    '44 % passed.',
    { shown: ['21 of them passed\n50 were run'] },
    ['44 %'],
    [{ fact: '44 %', from: ['22 of them', '50 were run'], how: '22/50*100' }],
  ],
  [
    'a derivation from a phrase that is cut',
    'It costs 38.',
    { shown: ['price 19.99'] },
    ['38'],
    [{ fact: '38', from: ['price 19'], how: '19+19' }],
  ],
  [
    'a derivation from words that do not occur anywhere',
    'Together 6 boats.',
    { shown: ['three boats came in the morning, two at noon'] },
    ['6'],
    [{ fact: '6', from: ['four', 'two'], how: '4+2' }],
  ],
];

/** All of these are supported. */
export const honestFigures: readonly Figures[] = honest.map(([what, answer, sources, derivations]) => ({
  what,
  answer,
  ...sources,
  derivations,
}));

/** Exactly the listed facts are unsupported. */
export const lyingFigures: readonly (Figures & { readonly listed: readonly string[] })[] = lies.map(
  ([what, answer, sources, listed, derivations]) => ({ what, answer, ...sources, listed, derivations }),
);
