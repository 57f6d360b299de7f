/** A scripted model for teams whose tasks each say hello in a separate file: coders write the file, and reviewers reject every fourth task once. */
import type { Json } from '../../src/contracts/shapes/json.ts';
import type { Model, ModelRequest } from '../../src/models/model.ts';
import { reviewCriteria } from '../../src/team/review/verdict.ts';

/** The done_when of the task with this name. */
export const doneWhen = (id: string): string => `${id}.txt says hello`;
/** Whether the first review of this task is a rejection. */
export const isRejectedOnce = (id: string): boolean => Number(id.slice('task-'.length)) % 4 === 0;

type Call = { readonly tool: string; readonly input: Json };

export function helloModel(): Model {
  const rejected = new Set<string>();
  let calls = 0;
  const lettersFor = ({ turns }: ModelRequest): readonly Call[] => {
    const prompt = turns[0]?.text ?? '';
    const id = /^Task: (task-\d+) /m.exec(prompt)?.[1] ?? '';
    const commit = /^Commit: ([0-9a-f]{40})/m.exec(prompt)?.[1];
    return commit === undefined ? coding(id) : reviewing(id, commit);
  };
  const coding = (id: string): readonly Call[] => [
    { tool: 'checkpoint', input: { intent: 'say hello', validation: 'read it', files_to_modify: [`${id}.txt`] } },
    { tool: 'write_file', input: { path: `${id}.txt`, content: `hello ${rejected.has(id) ? 'again' : ''}\n` } },
    { tool: 'submit', input: { message: `hello from ${id}` } },
  ];
  function reviewing(id: string, commit: string): readonly Call[] {
    const isRejected = isRejectedOnce(id) && !rejected.has(id);
    const issue = 'it says hello once only';
    const prior = rejected.has(id) ? [{ issue, status: 'RESOLVED' }] : [];
    if (isRejected) rejected.add(id);
    const criteria = reviewCriteria({ done_when: doneWhen(id) }).map((criterion, at) =>
      isRejected && at === 0
        ? { criterion, verdict: 'fail', failure_class: 'logical', evidence: `${id}.txt:1` }
        : { criterion, verdict: 'pass', evidence: `${id}.txt:1` },
    );
    const blocker = {
      file: `${id}.txt`,
      line: 1,
      issue,
      why: 'hello is said again',
      suggestion: 'say it again',
      spec_ref: 'specs/vision.md',
    };
    const blockers = isRejected ? [blocker] : [];
    return [{ tool: 'verdict', input: { commit, criteria, blockers, prior, overall: isRejected ? 'REJECTED' : 'APPROVED' } }];
  }
  return {
    async step(request) {
      const isFirst = request.turns.length === 1;
      const asked = isFirst ? lettersFor(request).map((call) => ({ call_id: `call-${++calls}`, ...call })) : [];
      return { text: isFirst ? '' : 'It is done.', calls: asked, usage: { input_tokens: 1, output_tokens: 1, usd: 0 } };
    },
  };
}
