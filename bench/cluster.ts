/** Entries a second through the log of a task on a bus, against the file alone: one batch of one entry after another, as a task writes them. Needs nats-server. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus } from '../src/cluster/bus.ts';
import { openTaskLogs } from '../src/cluster/log/task-logs.ts';
import { makeStreams } from '../src/cluster/streams.ts';
import type { TaskId } from '../src/contracts/ids.ts';
import type { Entry } from '../src/journal/entry.ts';
import { createJournal } from '../src/journal/files.ts';
import type { JournalWriter } from '../src/journal/writer.ts';
import { busAddress } from '../src/laws/network/bus-address.ts';
import { compare, seconds } from './measure.ts';
import { report } from './report.ts';

const entries = 1_000;
const { signal } = new AbortController();

/** Starts a server on a free port, on files of its own. */
async function startServer(store: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const server = spawn('nats-server', ['-js', '-sd', store, '-a', '127.0.0.1', '-p', '-1'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  for await (const text of server.stderr.setEncoding('utf8')) {
    log += text;
    const port = /client connections on 127\.0\.0\.1:(\d+)/.exec(log)?.[1];
    if (port !== undefined && log.includes('Server is ready')) {
      server.stderr.resume();
      return { url: `nats://127.0.0.1:${port}`, stop: () => server.kill() };
    }
  }
  throw new Error(`nats-server ended before it was ready:\n${log}`);
}

const entryAt = (seq: number): Entry => ({
  ...{ kind: 'refusal', seq, ts: '2026-01-02T03:04:05.678Z', from: 'R2', to: 'R3', type: 't' },
  ...{ code: 'route_refused', detail: 'x'.repeat(1_400) },
});

async function rateOf(writer: JournalWriter): Promise<number> {
  const took = await seconds(async () => {
    for (let seq = 0; seq < entries; seq += 1) {
      writer.append(entryAt(seq));
      await writer.flush();
    }
  });
  await writer.close();
  return entries / took;
}

const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'));
const server = await startServer(join(folder, 'store'));
try {
  await using bus = await openBus(busAddress(server.url));
  await makeStreams(bus, { log: 512 * 1024 ** 2, object: 64 * 1024 ** 2, memory: 64 * 1024 ** 2, place: 16 * 1024 ** 2 });
  await using logs = await openTaskLogs({ bus, machine: 'bench', folder: 'bench', recover: async () => {}, signal });
  let at = 0;
  const { subject, ratio } = await compare(5, async () => {
    at += 1;
    const [onBus, alone] = [`bus-${at}` as TaskId, `file-${at}` as TaskId];
    return {
      subject: await rateOf(createJournal(folder, onBus, await logs.create(onBus, { cwd: folder, workspace: folder }, signal))),
      baseline: await rateOf(createJournal(folder, alone)),
    };
  });
  report({
    name: 'log on a bus, one entry of 1.5 KB after another',
    figure: subject,
    unit: 'entries a second',
    ratio,
    against: 'the file alone, in the same run',
  });
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}
