/** What the one door for clients costs: every entry of a task to 1, 10 and 100 watchers and 10,000 tasks listed, in the process and over HTTP on this machine. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Drive } from '../src/app/drive/drive.ts';
import { openDrive } from '../src/app/drive/in-process.ts';
import { defaultSettings } from '../src/config/settings.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import { journalPath } from '../src/journal/files.ts';
import { connectDrive, enter } from '../src/web/client/connect-drive.ts';
import { openServer } from '../src/web/server/open-server.ts';
import { journalText } from '../test/support/ended-journal.ts';
import { makeTasks } from './golden-tasks.ts';
import { compare, seconds, whole } from './measure.ts';
import { noteModel } from './note-model.ts';
import { report } from './report.ts';

/** For a quick look at whether it works, ARTOO_BENCH_SMALL measures little. */
const isSmall = process.env.ARTOO_BENCH_SMALL !== undefined;
const [entries, tasks, rounds] = isSmall ? [100, 50, 1] : [2_000, 10_000, 5];
const watched = '20260101-000000000-0000000a' as TaskId;

const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));

function open(data: string): Drive {
  const site = { settings: defaultSettings({ data, workspace: folder }), model: noteModel, secrets: () => [] };
  return openDrive({ data, siteOf: () => site, env: {}, onNotice: (text) => console.log(text) });
}

/** Clients of one server, each on a connection of its own. */
async function clientsOf(drive: Drive): Promise<AsyncDisposable & { readonly connect: () => Drive }> {
  const server = await openServer({ drive, page: folder });
  const secret = await enter(server.origin, new URL(server.newUrl()).hash.slice('#token='.length));
  return { connect: () => connectDrive({ url: server.origin, secret }), [Symbol.asyncDispose]: () => server.close() };
}

/** Reads all entries, and fails where one is missing. */
async function readAll(drive: Drive): Promise<void> {
  let seen = 0;
  for await (const _ of drive.entries(watched)) seen += 1;
  if (seen !== lines.length) throw new Error(`${seen} entries of ${lines.length}`);
}

/** The least possible work: the same lines as events on one connection per watcher, each parsed. */
async function bareEvents(): Promise<AsyncDisposable & { readonly read: () => Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const line of lines) response.write(`data: ${line}\n\n`);
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // it listens
  return {
    async read() {
      const { body } = await fetch(`http://127.0.0.1:${port}/`);
      let rest = '';
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const events = (rest + text).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) JSON.parse(event.slice('data: '.length));
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const parseAll = (): void => {
  for (const line of lines) JSON.parse(line);
};

async function measureWatchers(watchers: number): Promise<void> {
  const each = watchers * lines.length;
  const perEntry = (name: string, took: number, ratio: number, against: string) =>
    report({
      name: `\`drive\`: one entry to ${watchers === 1 ? 'one watcher' : `each of ${watchers} watchers at once`}, ${name}`,
      figure: (took / each) * 1e6,
      unit: 'µs',
      ratio,
      against,
    });
  const all = (work: () => unknown) => seconds(() => Promise.all(Array.from({ length: watchers }, work)));
  await using drive = open(folder);
  const inProcess = await compare(rounds, async () => ({ subject: await all(() => readAll(drive)), baseline: await all(parseAll) }));
  perEntry('in the process', inProcess.subject, inProcess.ratio, '`JSON.parse` of the same lines');
  await using clients = await clientsOf(drive);
  await using bare = await bareEvents();
  const readOver = async (): Promise<void> => {
    await using client = clients.connect();
    await readAll(client);
  };
  const overHttp = await compare(rounds, async () => ({ subject: await all(readOver), baseline: await all(bare.read) }));
  perEntry('over HTTP', overHttp.subject, overHttp.ratio, 'bare server-sent events of the same lines');
}

async function measureList(): Promise<void> {
  const data = join(folder, 'many');
  makeTasks(data, tasks);
  await using drive = open(data);
  await using clients = await clientsOf(drive);
  await using client = clients.connect();
  for (const limit of [undefined, 50]) {
    const wanted = limit === undefined ? {} : { limit };
    const listed = async (from: Drive): Promise<void> => {
      const { tasks: found } = await from.list(wanted);
      if (found.length !== (limit ?? tasks)) throw new Error(`${found.length} tasks were listed`);
    };
    const { subject, ratio, baseline } = await compare(rounds, async () => ({
      subject: await seconds(() => listed(client)),
      baseline: await seconds(() => listed(drive)),
    }));
    report({
      name: `\`drive.list\` over HTTP: ${limit === undefined ? `all of ${whole(tasks)} tasks` : `the last ${limit} of ${whole(tasks)} tasks`}`,
      figure: subject * 1000,
      unit: 'ms',
      ratio,
      against: `the same in the process (${(baseline * 1000).toFixed(0)} ms)`,
    });
  }
}

mkdirSync(join(folder, 'tasks'));
writeFileSync(journalPath(folder, watched), journalText(watched, { bytes: entries * 1_000 }));
const lines: readonly string[] = readFileSync(journalPath(folder, watched), 'utf8').trimEnd().split('\n');
try {
  for (const watchers of [1, 10, 100]) await measureWatchers(watchers);
  await measureList();
} finally {
  rmSync(folder, { recursive: true });
}
