/** The calls of a drive that a client can make, each with the shape of its arguments. What is not in this table cannot be called. */
import { z } from 'zod';
import type { Answer, Drive } from '../../app/drive/drive.ts';
import { ArtooError } from '../../contracts/errors.ts';
import { AttachedData } from '../../contracts/intent.ts';
import { explain } from '../../contracts/text/explain.ts';
import { type State, states } from '../../history/tasks/state-words.ts';

type Method = (drive: Drive, given: unknown, signal: AbortSignal) => Promise<unknown>;

/** Calls a method by its name. Throws `usage` for a name that is not in the table, or for arguments that do not fit. */
export async function call(drive: Drive, name: string, given: unknown, signal: AbortSignal): Promise<unknown> {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new ArtooError('usage', 'there is no such method');
  return method(drive, given, signal);
}

function method<A extends readonly unknown[]>(
  asks: z.ZodType<A>,
  perform: (drive: Drive, args: A, signal: AbortSignal) => Promise<unknown>,
): Method {
  return (drive, given, signal) => {
    const { data, error } = asks.safeParse(given);
    if (error) throw new ArtooError('usage', `these arguments are not valid: ${explain(error, given)}`);
    return perform(drive, data, signal);
  };
}

const text = z.string();
const none = z.tuple([]);
const one = z.tuple([text]);

const startRequest = z.strictObject({
  goal: text,
  cwd: text,
  data: AttachedData.exactOptional(),
  task_id: text.exactOptional(),
  review: z.boolean().exactOptional(),
  session: text.exactOptional(),
  caps: z.record(z.string(), z.number().nullable()).exactOptional(),
});
const answer = z.strictObject({ question: text, hash: text.exactOptional(), reply: z.record(z.string(), z.unknown()) });
const amounts = z.record(z.string(), z.number().nullable());
const forkOptions = z.strictObject({
  at: z.number(),
  task_id: text.exactOptional(),
  review: z.boolean().exactOptional(),
  parallel: z.number().exactOptional(),
  control: amounts.exactOptional(),
  caps: amounts.exactOptional(),
});
const wanted = z.strictObject({
  state: z.array(z.custom<State>((word) => states.some((each) => each === word))).exactOptional(),
  text: text.exactOptional(),
  since: z.number().exactOptional(),
  until: z.number().exactOptional(),
  limit: z.int().min(0).exactOptional(),
  checked: z.boolean().exactOptional(),
});
const times = z.strictObject({ since: z.number().exactOptional(), until: z.number().exactOptional() });

const methods: Readonly<Record<string, Method>> = {
  // the drive checks caps by their names
  start: method(z.tuple([startRequest]), (drive, [request]) => drive.start(request as Parameters<Drive['start']>[0])),
  questions: method(one, (drive, [task]) => drive.questions(task)),
  // the drive parses a reply by the type of its question
  answer: method(z.tuple([text, answer]), (drive, [task, given]) => drive.answer(task, given as unknown as Answer)),
  steer: method(z.tuple([text, text]), (drive, [task, said]) => drive.steer(task, said)),
  cancel: method(z.tuple([text, text.optional()]), (drive, [task, why]) => drive.cancel(task, why)),
  resume: method(one, (drive, [task]) => drive.resume(task)),
  // the drive checks the amounts by their names
  fork: method(z.tuple([text, forkOptions]), (drive, [task, options]) => drive.fork(task, options as Parameters<Drive['fork']>[1])),
  planUndo: method(one, (drive, [task]) => drive.planUndo(task)),
  undo: method(one, (drive, [task], signal) => drive.undo(task, signal)),
  drop: method(one, (drive, [task]) => drive.drop(task)),
  list: method(z.tuple([wanted.optional()]), (drive, [filter], signal) => drive.list({ ...filter, signal })),
  diffs: method(one, (drive, [task]) => drive.diffs(task)),
  replay: method(one, (drive, [task]) => drive.replay(task)),
  cost: method(z.tuple([times.extend({ task: text.exactOptional() }).optional()]), (drive, [of]) => drive.cost(of)),
  allow: method(z.tuple([text, text.optional()]), (drive, [rule, folder]) => drive.allow(rule, folder)),
  openSession: method(z.tuple([z.strictObject({ after: text.exactOptional() }).optional()]), (drive, [options]) =>
    drive.openSession(options),
  ),
  exchanges: method(one, (drive, [session]) => drive.exchanges(session)),
  inBackground: method(none, (drive) => drive.inBackground()),
  keep: method(one, (drive, [task]) => drive.keep(task)),
  'memory.overview': method(none, (drive) => drive.memory.overview()),
  'memory.why': method(one, (drive, [task]) => drive.memory.why(task)),
  'memory.remember': method(one, (drive, [fact]) => drive.memory.remember(fact)),
  'memory.forget': method(z.tuple([text, z.strictObject({ purge: z.boolean().exactOptional() }).optional()]), (drive, [id, options]) =>
    drive.memory.forget(id, options),
  ),
  'memory.tags': method(
    z.tuple([z.strictObject({ space: text.exactOptional(), limit: z.int().min(0).exactOptional() }).optional()]),
    (drive, [options]) => drive.memory.tags(options),
  ),
  'memory.view': method(z.tuple([z.strictObject({ space: text, entity: text })]), (drive, [tag]) => drive.memory.view(tag)),
  'audit.report': method(z.tuple([times.optional()]), (drive, [period]) => drive.audit.report(period)),
  'audit.verify': method(none, (drive) => drive.audit.verify()),
  'audit.of': method(one, (drive, [task]) => drive.audit.of(task)),
  'team.board': method(one, (drive, [folder]) => drive.team.board(folder)),
  'team.report': method(one, (drive, [folder]) => drive.team.report(folder)),
};
