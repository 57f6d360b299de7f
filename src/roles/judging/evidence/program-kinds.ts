/** The kinds of programs that matter for evidence. Pure. */
import { namesOf, type Run } from '../../../laws/commands/line/line-runs.ts';
import { wordSet } from '../criterion/word-set.ts';

const testers = wordSet(
  'pytest py.test unittest nose2 tox nox vitest jest mocha ava tap jasmine karma cypress playwright rspec minitest phpunit ctest gotestsum bats busted',
);
const builders = wordSet(
  'tsc eslint biome prettier ruff mypy pyright flake8 pylint black clippy rustc gcc g++ clang javac make cmake ninja webpack vite rollup esbuild tsup py_compile compileall shellcheck stylelint standard golangci-lint',
);
const runners = wordSet(
  'npm pnpm yarn bun npx make cargo go gradle gradlew mvn mvnw dotnet deno rake bundle just task composer mix sbt uv poetry hatch',
);
const interpreters = wordSet(
  'python python2 python3 node nodejs deno bun ruby perl php lua Rscript bash sh zsh dash osascript tsx ts-node pwsh',
);
const printers = wordSet('echo printf yes seq true false : sleep exit cd export set unset pwd bc expr banner figlet cowsay let read shopt');
const filters = wordSet(
  'cat tee sort uniq head tail wc tr cut sed awk gawk grep egrep fgrep rg jq yq rev tac nl fold column paste xargs base64 md5sum sha256sum xxd od less more',
);
const searchers = wordSet(
  'grep egrep fgrep zgrep rg ag ack find fd ls tree locate mdfind lsof ss netstat pgrep pidof ps git which fuser comm',
);
const listers = wordSet('ls find fd tree');
const contentReaders = wordSet('grep egrep fgrep rg cat head tail sed awk jq wc');
const harmless = wordSet(
  'cat head tail wc grep egrep fgrep rg ls find tree stat file diff cmp sort uniq cut echo printf pwd date test [ [[ true du df jq',
);

const words = ({ args }: Run): readonly string[] => args.map(({ literal, text }) => literal ?? text);
const operands = (run: Run): readonly string[] => words(run).filter((word) => !word.startsWith('-'));
const isRunner = (run: Run): boolean => runners.has(run.program);

/** The program text that an interpreter is given in its arguments. */
export function inlineProgram(run: Run): string | undefined {
  const given = words(run);
  if (/^(?:g|m)?awk$/.test(run.program)) return given.find((word) => !word.startsWith('-'));
  if (!isInterpreter(run)) return undefined;
  const option = given.findIndex((word) => /^-(?:[a-z]{0,5}[ceE]|-eval|-print|p|pe)$/.test(word));
  if (option !== -1) return given.slice(option + 1).find((word) => !word.startsWith('-')) ?? '';
  return operands(run).length === 0 && run.fed !== '' ? run.fed : undefined;
}

const isInterpreter = ({ program }: Run): boolean => interpreters.has(program) || /^python[\d.]+$/.test(program);

/** The file that an interpreter, or the line itself, runs. */
export function scriptRun(run: Run): string | undefined {
  if (!isInterpreter(run) || inlineProgram(run) !== undefined || words(run).includes('-m')) return undefined;
  return operands(run).find((word) => !['run', '--test'].includes(word));
}

/** Whether a run runs tests. */
export function isTestRun(run: Run): boolean {
  if (namesOf(run).some((name) => testers.has(name))) return true;
  if (isRunner(run)) return operands(run).some((word) => /(?:^|[:_-])(?:tests?|spec|check|ci|verify)(?:$|[:_-])/i.test(word));
  if (/test|spec/i.test(run.program) && !['test', '['].includes(run.program)) return true;
  return (isInterpreter(run) && words(run).includes('--test')) || /(?:^|[/_.-])(?:tests?|spec)(?=[/_.-]|$)/i.test(scriptRun(run) ?? '');
}

/** The Python test modules that a program in the arguments imports and whose functions it calls. */
export function testModulesCalled(run: Run): readonly string[] {
  const program = withoutLiterals(inlineProgram(run) ?? '');
  if (!callsFound.test(program)) return [];
  return [...program.matchAll(/\b(?:import|from)\s+((?:\w+\.)*(?:test_\w+|\w+_test))\b/g)].map(([, module = '']) => module);
}

/** A call without arguments to something that is not a built-in: `f()`, `getattr(m, name)()`. */
const callsFound = /(?<![.\w])(?!(?:globals|locals|vars|dir|print|list|dict|set|exit|quit)\()[a-zA-Z_]\w*\(\)|\)\(\)/;

/** Whether a run builds, compiles, lints or checks types. */
export function isBuildRun(run: Run): boolean {
  if (namesOf(run).some((name) => builders.has(name))) return true;
  if (words(run).some((word) => ['--check', '-n', '-fsyntax-only'].includes(word)) && isInterpreter(run)) return true;
  return isRunner(run) && operands(run).some((word) => /build|compile|lint|type|check|vet|format|bundle|ci|clippy/i.test(word));
}

/** Whether a run runs the code of the project, so that its result depends on every file. */
export const isProjectRun = (run: Run): boolean =>
  isTestRun(run) || isBuildRun(run) || isRunner(run) || scriptRun(run) !== undefined || words(run).includes('-m');

/** Whether a run searches, so that empty output means absence. */
export const isSearch = ({ program }: Run): boolean => searchers.has(program);

/** Whether a run lists names without content. */
export const isListing = (run: Run): boolean =>
  listers.has(run.program) && !words(run).some((word) => /^-(?:exec|printf|size|newer|mtime|mmin|[a-zA-Z]*[lst])/.test(word));

/** Whether a run reads the content of files. */
export const readsContent = ({ program }: Run): boolean => contentReaders.has(program);

/** Whether a run clearly changes nothing. */
export const changesNothing = ({ program, prints }: Run): boolean => harmless.has(program) && prints !== 'file';

/** Words found in program text that only prints; a program with other words may read something. */
const printing =
  /\b(?:print|printf|println|puts|console|log|echo|process|stdout|write|str|format|sys|join|repeat|range|BEGIN|END|exit|f|r|n|t|import|int|len|sum|require)\b/g;

/** Whether a run reads a file, a folder, a process, or anything else outside its input. */
export function readsWorld(run: Run): boolean {
  if (printers.has(run.program) || (run.program === 'sqlite3' && operands(run).includes(':memory:'))) return false;
  const inline = inlineProgram(run);
  if (inline !== undefined && !(filters.has(run.program) && operands(run).length > 1)) {
    const isReading =
      /[\p{L}_]{2,}/u.test(withoutLiterals(inline).replaceAll(printing, ' ')) ||
      /\bopen\b|\brequire\b|\bimport\b(?!\s+(?:sys|math|json|re)\b)/.test(inline);
    return filters.has(run.program) ? !run.isPiped && run.fed === '' && !/^\s*BEGIN/.test(inline) : isReading;
  }
  if (run.program === 'tee' || run.program === 'sponge') return false; // tee and sponge only copy their input
  if (run.program === 'dd') return words(run).some((word) => word.startsWith('if='));
  if (!filters.has(run.program)) return true;
  if (run.program === 'jq' && words(run).some((word) => /^-[a-zA-Z]*n|^--null-input$/.test(word))) return false;
  const files = operands(run).slice(run.program === 'sed' || /grep$|^rg$|^jq$|^yq$|awk$|^tr$/.test(run.program) ? 1 : 0);
  return files.some((file) => !/^\d+$/.test(file)) || (!run.isPiped && run.fed === '' && run.program !== 'cat');
}

/** A program without its quoted texts. */
export const withoutLiterals = (program: string): string => program.replaceAll(literals, ' ');

/** The quoted texts of a program. */
export const literalsIn = (program: string): readonly string[] => [...program.matchAll(literals)].map(([found]) => found.slice(1, -1));

const literals = /"(?:[^"\\]|\\.){0,2000}"|'(?:[^'\\]|\\.){0,2000}'|`(?:[^`\\]|\\.){0,2000}`/gs;

/** The texts in a run's own input that the run may print. */
export function literalOutput(run: Run): readonly string[] {
  if (run.prints === 'file' || run.prints === 'nowhere') return [];
  const inline = inlineProgram(run);
  if (inline !== undefined) return [...literalsIn(inline), ...(withoutLiterals(inline).match(/(?<![\w.$])\d{2,}(?![\w.])/g) ?? [])];
  if (run.program === 'sed' || run.program === 'jq' || run.program === 'yq') return [operands(run)[0] ?? '', run.fed];
  return printers.has(run.program) ? [words(run).join(' '), run.fed] : [run.fed];
}
