/** Why an action needs a yes, and what a rule would allow, in sentences. Pure. */
import { visible } from '../../contracts/visible.ts';
import type { Asked } from './harm-lines.ts';

/** The reason, what speaks against each effect, what the words of the command say, and what a rule would change. */
export function whyLines(asked: Asked, inspected?: string): readonly string[] {
  const { effects, network, reason, rule } = asked;
  if (asked.caution) return doubtLines(asked, inspected);
  const whys = effects.flatMap(({ path, why }) => (why === undefined ? [] : [`  ${visible(path)}: ${visible(why)}`]));
  return [
    `It needs your yes: ${visible(reason)}.`,
    ...whys.slice(0, maxReasons),
    ...(whys.length > maxReasons ? [`  and ${whys.length - maxReasons} more of the kind`] : []),
    ...(network ? ['  the network: what is sent cannot be taken back'] : []),
    ...(inspected === undefined ? [] : [`What the command's words say: ${visible(inspected)}.`]),
    rule === null ? 'No rule can allow this: you are asked each time.' : `A rule could allow it: ${visible(rule)}. ${ruleMeaning(rule)}`,
    network
      ? 'Nothing has happened yet. On a yes it runs again, with the network: what it sends then is sent. What it would change is asked about afterwards.'
      : 'Nothing has happened yet. On a yes, exactly what is shown becomes real; on a no, nothing does.',
  ];
}

/** No harm is known: it worked at times and failed at times. */
const doubtLines = ({ reason }: Asked, inspected?: string): readonly string[] => [
  `You are asked because of how it went before: ${visible(reason)}.`,
  ...(inspected === undefined ? [] : [`What the command's words say: ${visible(inspected)}.`]),
  'You are asked once per task; without a terminal it is done.',
  'Nothing has happened yet. On a yes it is tried, and anything harmful is asked about separately; on a no, it is not done.',
];

const maxReasons = 12;

/** What a rule lets through from then on. */
export function ruleMeaning(rule: string): string {
  const [kind = ''] = rule.split('(');
  return meanings[kind] ?? 'It is then done without a question.';
}

const meanings: Readonly<Record<string, string>> = {
  shell:
    'Commands like that then run without a question, in every folder, wherever they connect to, whatever they change in the folder where they run or in the workspace.',
  write: 'Files there are then written without a question.',
  fetch: 'Pages there are then fetched without a question.',
  mcp: 'That tool is then called without a question.',
};
