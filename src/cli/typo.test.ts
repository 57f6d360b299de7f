import { describe, expect, test } from 'vitest';
import { typoIn } from './typo.ts';

describe('a slip', () => {
  test.each([
    ['lgo', 'artoo log'],
    ['lgo last', 'artoo log last'],
    ['logs k1iq317o', 'artoo log k1iq317o'],
    ['lgo --since 2d', 'artoo log --since 2d'],
    ['udno 20261116-101500000-k1iq317o', 'artoo undo 20261116-101500000-k1iq317o'],
    ['resme last --verbose', 'artoo resume last --verbose'],
    ['frok last --at 5', 'artoo fork last --at 5'],
    ['memroy show', 'artoo memory show'],
    ['memroy shwo', 'artoo memory shwo'],
    ['memroy list', 'artoo memory'],
    ['adit list', 'artoo audit'],
    ['mpc ls', 'artoo mcp'],
    ['trsut ./project', 'artoo trust ./project'],
    ['dmeo killed', 'artoo demo killed'],
    ['tyr -- ls', 'artoo try -- ls'],
    ['tyr --auto -- rm x', 'artoo try --auto -- rm x'],
    ['completion zsh', 'artoo completions zsh'],
    ['docter --jsn', 'artoo doctor --jsn'],
    ['--json log', 'artoo log --json'],
    ['--model gpt-x lgo', 'artoo log'],
    ['docter --plan', 'artoo doctor'],
    ['memroy forget build npm', 'artoo memory forget build npm'],
    ['hlep', 'artoo --help'],
    ['hlep undo', 'artoo help undo'],
    ['version', 'artoo --version'],
  ])('%s is meant as %s', async (line, meant) => {
    expect((await typoIn(line.split(' ')))?.meant).toBe(meant);
  });
});

test.each([
  [['--model', 'gpt-x', 'lgo'], 'artoo log', 'artoo --model gpt-x -- lgo'],
  [['--model', 'lgo', 'lgo'], 'artoo log', 'artoo --model lgo -- lgo'],
  [['--allow', 'shell(ls)', '--allow', 'a b', 'lgo'], 'artoo log', "artoo --allow 'shell(ls)' --allow 'a b' -- lgo"],
  [['resme', 'last', '--verbose'], 'artoo resume last --verbose', 'artoo --verbose -- resme last'],
  [['lgo', 'last', '--html', 'my file.html'], "artoo log last --html 'my file.html'", "artoo -- lgo last --html 'my file.html'"],
  [['tyr', '--', 'rm', 'a b'], "artoo try -- rm 'a b'", "artoo -- tyr rm 'a b'"],
])('both ways out of %j can be typed as they are', async (args, meant, goal) => {
  expect(await typoIn(args)).toMatchObject({ meant, goal });
});

describe('a goal', () => {
  test.each([
    'logs are too large, why?',
    'login to the server',
    'lot expenses by month',
    'long files first',
    'coast lines of Norway',
    'coast list',
    'login status',
    'memroy leaks',
    'memroy list of cards',
    'most of these are old',
    'memories of last year',
    'sort the photos',
    'resume writing the essay',
    'fix it',
    'memories show me what to do',
    '-- lgo last',
    '--json lgo what is it',
  ])('is %s', async (line) => {
    expect(await typoIn(line.split(' '))).toBeUndefined();
  });

  test('is a sentence in quotes', async () => {
    expect(await typoIn(['lgo last'])).toBeUndefined();
  });
});
