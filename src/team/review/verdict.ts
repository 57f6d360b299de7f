/** A reviewer's verdict: whether its form is complete, and the text that people and Liza's tools read. Pure. */
import { criteriaOf, type Task } from '../board/board.ts';
import type { Blocker, Verdict } from '../letters/letter.ts';

/** What every change is judged by, besides the lines of its done_when. */
export const commonCriteria = {
  spec: 'matches the current spec',
  tests: 'tests exercise done_when',
  defect: 'no obvious defect',
  scope: 'within scope and checkpoint',
} as const;

/** All criteria of a review, in order. */
export const reviewCriteria = (task: Pick<Task, 'done_when'>): readonly string[] => [...criteriaOf(task), ...Object.values(commonCriteria)];

/** What is missing in the form of a verdict; `earlier` are the issues of the last rejection. */
export function whyIncomplete(verdict: Verdict, task: Task, earlier: readonly string[]): readonly string[] {
  const given = new Set(verdict.criteria.map(({ criterion }) => folded(criterion)));
  const failed = verdict.criteria.filter(({ verdict: judged }) => judged === 'fail');
  const unjudged = verdict.criteria.filter(({ verdict: judged }) => judged === 'cannot_judge');
  return [
    ...reviewCriteria(task)
      .filter((criterion) => !given.has(folded(criterion)))
      .map((criterion) => `there is no verdict on "${criterion}"`),
    ...failed
      .filter(({ failure_class }) => !failure_class)
      .map(({ criterion }) => `"${criterion}" failed: is it logical or environmental?`),
    ...unjudged
      .filter(({ evidence }) => evidence.trim() === '')
      .map(({ criterion }) => `"${criterion}" could not be judged: say in evidence what kept you from it`),
    ...(verdict.overall === 'REJECTED' && verdict.blockers.length === 0 ? ['a rejection needs at least one blocker'] : []),
    ...verdict.blockers.flatMap(whyVague),
    ...(verdict.overall === 'APPROVED' && verdict.blockers.length > 0 ? ['work with a blocker cannot be approved'] : []),
    ...(verdict.overall === 'APPROVED' ? failed.map(({ criterion }) => `"${criterion}" failed, so it cannot be approved`) : []),
    ...(verdict.overall === 'APPROVED'
      ? unjudged.map(({ criterion }) => `"${criterion}" could not be judged, so it cannot be approved: reject, and say what is missing`)
      : []),
    ...earlier
      .filter((issue) => !verdict.prior.some((each) => folded(each.issue) === folded(issue)))
      .map((issue) => `prior says nothing about the earlier blocker "${issue}"`),
  ];
}

function whyVague({ file, line, issue, spec_ref, why }: Blocker): readonly string[] {
  return [
    ...(line || !isFile(file) ? [] : [`the blocker "${issue}" names no line of ${file}`]),
    ...(spec_ref || why ? [] : [`the blocker "${issue}" names neither spec nor invariant`]),
  ];
}

/** Whether two texts are the same criterion: reviewers may change capitals and punctuation. */
export const isSameCriterion = (one: string, other: string): boolean => folded(one) === folded(other);

/** Whether the place of an issue is a file. An issue about something entirely missing has no line. */
const isFile = (file: string): boolean => !file.endsWith('/');
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The verdict as text, in the form that Liza's tools understand. */
export function verdictText({ blockers, concerns, prior, overall }: Verdict): string {
  return [
    `Blockers: ${blockers.length}`,
    ...blockers.flatMap(({ file, line, issue, why, suggestion, spec_ref, anomaly_logged }) => [
      `- [blocker] ${file}${line ? `:${line}` : ''} — ${issue}`,
      `  Why it matters: ${oneLine(why)}`,
      `  Suggestion: ${oneLine(suggestion)}`,
      ...(spec_ref ? [`  Spec: ${spec_ref}`] : []),
      `  Anomaly logged: ${anomaly_logged ? 'yes' : 'no'}`,
    ]),
    `Concerns: ${concerns.length}`,
    ...concerns.map((concern) => `- [concern] ${oneLine(concern)}`),
    ...(prior.length > 0 ? ['Prior Feedback Status:', ...prior.map(({ issue, status }) => `- ${issue}: ${status}`)] : []),
    `Overall: ${overall}`,
  ].join('\n');
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ').trim();

/** The blocking issues in the text of a verdict, for the next review. */
export const blockersIn = (text: string | null | undefined): readonly string[] =>
  [...(text ?? '').matchAll(/^- \[blocker\] .*? — (.+)$/gm)].map(([, issue = '']) => issue.trim());

/** The first line of a review that says what is wrong. */
export const firstBlocker = (review: string): string => /^- \[blocker\] (.+)$/m.exec(review)?.[1] ?? review.split('\n', 1)[0] ?? '';

/** The blocking issues in the text of a verdict, with their places as far as they can be read. */
export const blockersOf = (
  text: string,
): readonly { readonly file: string; readonly line: string | undefined; readonly issue: string; readonly suggestion: string }[] =>
  text.split(/^(?=- \[blocker\] )/m).flatMap((part) => {
    const [, place = '', issue = ''] = /^- \[blocker\] (.{1,1000}?) — (.+)$/m.exec(part) ?? [];
    const [, file = '', line] = /^(.+?)(?::(\d+))?$/.exec(place) ?? [];
    const [, suggestion = ''] = /^ {2}Suggestion: (.+)$/m.exec(part) ?? [];
    return file === '' ? [] : [{ file, line, issue: issue.trim(), suggestion: suggestion.trim() }];
  });
