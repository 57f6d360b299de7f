/** Suites in artoo's own format: a YAML file whose first document is about all tasks, and each other document about one task. */
import { createHash, type Hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { z } from 'zod';
import { ArtooError } from '../../contracts/errors.ts';
import { faultLines } from '../../reading/faults.ts';
import { type Located, type Place, readYaml } from '../../reading/yaml-values.ts';
import { checkOrder } from './check-order.ts';
import { type DocumentText, documentsIn } from './documents.ts';
import type { PlacedTask, Suite, SuiteTask, TrialLimits } from './suite-task.ts';
import { faultsOf, WrittenSuite, WrittenTask, withoutJit } from './task-schema.ts';

const maxIncluded = 100;

/** Reads the file once from end to end. Throws `suite_invalid` for an error in it, with the line and the column. */
export async function readYamlSuite(path: string, shown: string): Promise<Suite> {
  const hash = createHash('sha256');
  const files = new Set<string>();
  const { suite, about } = await headOf(path, shown);
  const count = await checkOrder(placedTasks({ path, shown, above: [] }, { hash, files, opened: { count: 0 } }));
  if (count === 0)
    throw new ArtooError('suite_invalid', `${shown} has no tasks: each task is a document of its own, after a line with ---`);
  return {
    ...{ name: suite, about, hash: hash.digest('hex'), count, closed: [...files] },
    async *tasks() {
      for await (const { task } of placedTasks({ path, shown, above: [] }, { opened: { count: 0 } })) yield task;
    },
  };
}

type File = { readonly path: string; readonly shown: string; readonly above: readonly string[] };
/** What is collected while reading. */
type Reading = { readonly hash?: Hash; readonly files?: Set<string>; readonly opened: { count: number } };

async function headOf(path: string, shown: string): Promise<z.infer<typeof WrittenSuite>> {
  for await (const text of documentsIn(path, shown)) return readDocument(text, WrittenSuite, shown).value;
  throw new ArtooError('suite_invalid', `${shown} is empty; a suite begins with its name, such as "suite: my-suite"`);
}

/** The tasks of a file, after the tasks of the files that it includes. */
async function* placedTasks({ path, shown, above }: File, reading: Reading): AsyncIterable<PlacedTask> {
  const real = realAt(path, shown);
  if (above.includes(real))
    throw new ArtooError(
      'suite_invalid',
      `${shown} includes itself, through ${
        above
          .slice(above.indexOf(real) + 1)
          .map((each) => relative(dirname(real), each))
          .join(', ') || 'its own list'
      }`,
    );
  reading.opened.count += 1;
  if (reading.opened.count > maxIncluded) throw new ArtooError('suite_invalid', `${shown}: more than ${maxIncluded} suites are included`);
  const folder = dirname(real);
  reading.files?.add(real);
  let head: z.infer<typeof WrittenSuite> | undefined;
  for await (const text of documentsIn(path, shown, reading.hash)) {
    if (head === undefined) {
      head = readDocument(text, WrittenSuite, shown).value;
      for (const other of head.include)
        yield* placedTasks({ path: join(folder, other), shown: join(dirname(shown), other), above: [...above, real] }, reading);
    } else {
      const { value, line } = readDocument(text, WrittenTask, shown);
      yield { task: taskFrom(value, head, folder), at: `${shown}:${line}` };
    }
  }
}

function realAt(path: string, shown: string): string {
  try {
    return realpathSync.native(path);
  } catch (cause) {
    throw new ArtooError('suite_invalid', `${shown}: there is no such file`, { cause });
  }
}

/** The value of a document, and the line in which it begins. */
function readDocument<S extends typeof WrittenSuite | typeof WrittenTask>(
  { text, line }: DocumentText,
  schema: S,
  shown: string,
): { readonly value: z.infer<S>; readonly line: number } {
  const yaml = readYaml(text);
  if (!yaml.ok) throw new ArtooError('suite_invalid', `${shown}:${line + yaml.at.line}:${yaml.at.column}: ${yaml.error}`);
  const parsed = schema.safeParse(yaml.root.value, withoutJit);
  if (parsed.success) {
    const fault = faultBetween(parsed.data);
    if (fault === undefined) return { value: parsed.data as z.infer<S>, line: line + yaml.root.at.line }; // the value was parsed by that schema
    throw new ArtooError('suite_invalid', `${shown}:${line + yaml.root.at.line}:${yaml.root.at.column}: ${fault}`);
  }
  throw new ArtooError('suite_invalid', faultLines(faultsOf(parsed.error, Object.keys(schema.shape)), shifted(yaml.root, line), shown));
}

/** The same values with their lines moved down by `lines`. */
function shifted({ value, at, keyAt, children }: Located, lines: number): Located {
  const down = (place: Place): Place => ({ ...place, line: place.line + lines });
  return {
    value,
    at: down(at),
    keyAt: down(keyAt),
    children: new Map(Array.from(children, ([key, child]) => [key, shifted(child, lines)])),
  };
}

/** Why a task as a whole cannot be judged; undefined if it can. */
function faultBetween(written: WrittenSuite | WrittenTask): string | undefined {
  if (!('task' in written)) return undefined;
  if (written.checks.length === 0 && written.tests === undefined)
    return `the task ${written.task} needs checks or tests: nothing would decide whether it was done`;
  if (written.tests === undefined && written.checks.every(({ guard }) => guard))
    return `the task ${written.task} has only guards: nothing would decide whether it was done`;
  return undefined;
}

function taskFrom(written: z.infer<typeof WrittenTask>, head: z.infer<typeof WrittenSuite>, folder: string): SuiteTask {
  const { task, copy, needs, tests, limits, repeats, ...rest } = written;
  return {
    ...rest,
    id: task,
    needs: needs.map((program) => ({ run: `command -v ${program}`, what: program })),
    ...(copy === undefined ? {} : { copy: join(folder, copy) }),
    ...(tests === undefined ? {} : { tests: { files: tests.files, run: tests.run, timeout_ms: tests.time } }),
    limits: { ...limitsFrom(head.limits), ...limitsFrom(limits) },
    repeats: repeats ?? head.repeats,
  };
}

const limitsFrom = ({ time, max_tokens, max_cost }: z.infer<typeof WrittenTask>['limits']): TrialLimits => ({
  ...(time === undefined ? {} : { active_ms: time }),
  ...(max_tokens === undefined ? {} : { tokens: max_tokens }),
  ...(max_cost === undefined ? {} : { usd: max_cost }),
});
