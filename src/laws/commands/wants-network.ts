/**
 * Whether a line obviously needs other machines, judging by its words. If so, it is not tried without a network first, because some programs would
 * keep trying for minutes. Pure.
 */
import { runsIn } from './line/line-runs.ts';

/** Programs that are useless without another machine, at least with these subcommands. An empty subcommand means the program alone. */
const reaching: ReadonlyMap<string, RegExp> = new Map([
  ...['curl', 'wget', 'http', 'https', 'xh', 'aria2c'].map((name) => [name, /^/] as const),
  ...['npm', 'pnpm', 'bun'].map(
    (name) => [name, /^(?:i|install|ci|clean-install|add|up|update|upgrade|outdated|audit|view|info|search|publish|dlx|ping)$/] as const,
  ),
  ['yarn', /^(?:|install|add|up|upgrade|outdated|audit|info|publish|dlx)$/],
  ...['pip', 'pip3'].map((name) => [name, /^(?:install|download|wheel|index)$/] as const),
  ['uv', /^(?:sync|add|lock|pip|tool|python)$/],
  ['poetry', /^(?:install|add|update|lock|publish)$/],
  ['cargo', /^(?:fetch|add|install|search|update|publish)$/],
  ['go', /^(?:get|install)$/],
  ['git', /^(?:clone|fetch|pull|push|ls-remote)$/],
  ['gem', /^(?:install|update|fetch|search|push)$/],
  ['bundle', /^(?:install|update|outdated)$/],
  ['composer', /^(?:install|update|require|create-project)$/],
]);

export const wantsNetwork = (line: string): boolean =>
  (runsIn(line) ?? []).some(({ program, args }) => {
    const words = args.map(({ literal, text }) => literal ?? text);
    if (program === 'python3' || program === 'python') return words[0] === '-m' && words[1] === 'pip' && isReaching('pip', words.slice(2));
    return isReaching(program, words);
  });

function isReaching(program: string, words: readonly string[]): boolean {
  const verb = words.find((word) => !word.startsWith('-')) ?? '';
  return reaching.get(program)?.test(verb) === true && !words.some((word) => /^--(?:offline|help|version)$/.test(word));
}
