/** `/undo` in an editor: the person sees what would be undone, and it is undone only if they approve exactly that. */
import type { RequestPermissionOutcome, RequestPermissionRequest } from '@agentclientprotocol/sdk';
import type { Drive } from '../app/drive/drive.ts';
import { shortId } from '../contracts/text/short-ids.ts';
import { visible } from '../contracts/text/visible.ts';
import { planLines } from '../view/asking/undo-lines.ts';
import { fenced, text } from './protocol-text.ts';

type Options = {
  readonly drive: Pick<Drive, 'planUndo' | 'undo'>;
  readonly task: string;
  readonly cwd: string;
  readonly session: string;
  readonly ask: (request: RequestPermissionRequest) => Promise<RequestPermissionOutcome>;
};

type Plan = Awaited<ReturnType<Drive['planUndo']>>;

/** Resolves with the outcome, in words. Rejects as the drive does, or if the editor cannot ask. */
export async function undoFor({ drive, task, cwd, session, ask }: Options): Promise<string> {
  const plan = await drive.planUndo(task);
  if (!plan) return 'This task changed nothing that can be undone.';
  if (plan.conflicts.length > 0) return conflictText(plan.conflicts);
  const outcome = await ask({
    sessionId: session,
    toolCall: {
      ...{ toolCallId: `undo ${plan.id} ${Date.now()}`, title: `undo task ${shortId(plan.id)}`, kind: 'edit', status: 'pending' },
      content: [text(fenced(planLines(plan, cwd).join('\n')))],
    },
    options: [
      { optionId: 'yes', name: 'Undo it', kind: 'allow_once' },
      { optionId: 'no', name: 'Leave it as it is', kind: 'reject_once' },
    ],
  });
  if (outcome.outcome !== 'selected' || outcome.optionId !== 'yes') return 'Nothing was undone.';
  if (stepsIn(await drive.planUndo(task)) !== stepsIn(plan))
    return 'Nothing was undone, because files have changed since you were asked. `/undo` asks again.';
  const done = await drive.undo(task);
  return done.undone
    ? `Undone: ${plan.steps.length === 1 ? '1 path is' : `${plan.steps.length} paths are`} as before.`
    : conflictText(done.conflicts);
}

const stepsIn = (plan: Plan): string => JSON.stringify([plan?.steps, plan?.conflicts]);

const conflictText = (conflicts: NonNullable<Plan>['conflicts']): string =>
  [
    'Nothing was undone, because not all changes can be undone:',
    ...conflicts.map(({ path, why }) => `- ${visible(path)}: ${visible(why)}`),
  ].join('\n');
