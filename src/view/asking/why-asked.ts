/** Why an action needs approval, and what a rule would allow. Pure. */
import { visible } from '../../contracts/text/visible.ts';
import { whyNoRule } from '../../laws/rules/why-no-rule.ts';
import { nearPath, nearPaths } from '../near-paths.ts';
import { listable } from '../pages.ts';
import type { Asked } from './harm-lines.ts';
import { aboutLines } from './why-questions.ts';

/**
 * The purpose of the action, which law or rule asks and why, what the command line itself shows, what a rule would change, and what follows from a
 * yes and from a no.
 */
export function whyLines(asked: Asked, inspected?: string): readonly string[] {
  return [...aboutLines(asked.about), ...reasonLines(asked, inspected), ...(asked.who === undefined ? [] : [afterNo])];
}

const afterNo =
  'After a plain no, this part of the task ends, and the result says so; if you type something after n, the task continues with that instead.';

function reasonLines(asked: Asked, inspected?: string): readonly string[] {
  const { tool, effects, network, host, reason, caution, cwd, who } = asked;
  const wordLines = inspected === undefined ? [] : [`What the command does, judging by its words: ${visible(nearPaths(inspected, cwd))}.`];
  if (caution) return doubtLines(reason, wordLines);
  const paths = effects.flatMap(({ path, moved_from = path }) => [path, moved_from]);
  const near = (path: string): string => visible(nearPath(path, cwd));
  const told = (why: string): string => visible(who === undefined ? why.replace('before this task', 'before') : why);
  const [only] = effects.length === 1 ? effects.filter(({ why }) => why === reason) : [];
  const isTold = (why: string): boolean =>
    only !== undefined || (reason.includes(`: ${why}`) && effects.filter((effect) => effect.why === why).length === 1);
  const whys = effects.flatMap(({ path, why }) => (why === undefined || isTold(why) ? [] : [`  ${near(path)}: ${told(why)}`]));
  const shown = listable(whys.length, maxReasons);
  return [
    `${/\brule\b.* says to ask$/.test(reason) ? 'Your rules ask' : lawAsks(only === undefined ? undefined : near(only.path))}: ${visible(nearPaths(reason, cwd, paths))}.`,
    ...whys.slice(0, shown),
    ...(whys.length > shown ? [`  and ${whys.length - shown} more like these`] : []),
    ...(network ? [`  ${host === undefined ? 'the network' : visible(host)}: what is sent cannot be taken back`] : []),
    ...wordLines,
    ...ruleLines(asked),
    tool.startsWith('mcp__') ? ofServer : whatFollows(network, host),
  ];
}

/** `file`: the only file that it is about, if the reason is about that file. */
const lawAsks = (file: string | undefined): string =>
  `Nothing is harmed without your yes (Law 1), so you are asked${file === undefined ? '' : ` about ${file}`}`;

const ofServer =
  'If you say yes, exactly what is shown is sent to the server, and what the server does with it cannot be undone; if you say no, nothing is sent.';

function whatFollows(network: boolean, host: string | undefined): string {
  if (host !== undefined)
    return 'The command waits inside its walls, and nothing has left for that host. If you say yes, it continues; you are asked separately about other hosts and about what it would change. If you say no, it is ended, and none of its changes are applied.';
  return network
    ? 'Nothing has happened yet. If you say yes, the command runs again, and you are asked about each host that it tries to reach, and afterwards about what it would change.'
    : 'Nothing has happened yet. If you say yes, exactly what is shown is applied; if you say no, nothing is applied.';
}

/** The rules that would allow it, or why none can, unless the reason already says so. */
function ruleLines(asked: Asked): readonly string[] {
  const offered = [asked.rule, asked.folder].filter((rule) => typeof rule === 'string');
  if (offered.length === 0) return asked.reason.includes('no rule can allow') ? [] : [noRuleText(asked)];
  return offered.map((rule) => `A rule could allow it: ${visible(rule)}. ${ruleMeaning(rule)}`);
}

/** That no rule can allow it, and why, if that is known. */
export function noRuleText({ tool, network, host, action, cwd }: Asked): string {
  const isCommand = tool === 'shell' && host === undefined;
  const why = isCommand ? whyNoRule(action, cwd) : network ? 'what is sent cannot be taken back' : undefined;
  return `No single rule can allow this${why === undefined ? '' : `: ${visible(why)}`}. You are asked each time.`;
}

/** For a call without known harm that has both worked and failed before. */
const doubtLines = (reason: string, wordLines: readonly string[]): readonly string[] => [
  `You are asked because of how it went before: ${visible(reason)}.`,
  ...wordLines,
  'You are asked once per task; without a terminal, the action is performed without asking.',
  'Nothing has happened yet. If you say yes, it is tried, and you are asked separately about anything harmful; if you say no, it is not done.',
];

const maxReasons = 12;

/** What a rule allows from now on. */
export const ruleMeaning = (rule: string): string => meanings[rule.split('(')[0] ?? ''] ?? 'It is then done without asking.';

const meanings: Readonly<Record<string, string>> = {
  shell:
    'Commands like that then run without asking, whatever they change in the folder where they run or in the workspace. You are still asked about the network, and about anything that would run by itself later.',
  write: 'Files there are then written without asking.',
  folder:
    'Commands then create, change and delete files below it without asking; you are still asked about anything there that runs by itself.',
  net: 'Commands then reach that host by http and https without asking, whatever they send there.',
  fetch: 'Pages there are then fetched without asking.',
  mcp: 'That tool is then called without asking, with any input, until its server changes its definition.',
  shortcuts: 'That shortcut is then run without asking, with any input.',
};
