/** The network inside the walls of one command, as this process sees it. */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { type Connector, createConnector } from './connector.ts';
import { innerProcess } from './inner-process.ts';
import { type Listening, listeningPorts } from './listening-ports.ts';

/** Failure contract: a port that is not open yet, or is closed again, is not listed; `connect` rejects with an error that gives the reason. */
export type InnerNetwork = Disposable & {
  /** The ports that the command listens on. */
  listening(): Promise<readonly Listening[]>;
  connect(to: Listening): Promise<Socket>;
};

/** The network inside the walls that the process with this id built. `doors`: ports that artoo itself serves there. */
export function openInnerNetwork(pid: number, doors: readonly number[]): InnerNetwork {
  let connector: Connector | undefined;
  let isOver = false;
  return {
    async listening() {
      const found = isOver ? undefined : await innerProcess(pid);
      if (!found) return [];
      const [tcp = '', tcp6 = ''] = await Promise.all(
        ['tcp', 'tcp6'].map((name) => readFile(`/proc/${found.inner}/net/${name}`, 'utf8').catch(() => '')),
      );
      return listeningPorts(tcp, tcp6).filter(({ port }) => !doors.includes(port));
    },
    async connect(to) {
      const found = connector || isOver ? undefined : await innerProcess(pid);
      if (isOver || (!connector && !found)) throw new Error('it has ended');
      if (found) connector ??= createConnector(found);
      if (!connector) throw new Error('it has ended');
      return connector.connect(to);
    },
    [Symbol.dispose]() {
      isOver = true;
      connector?.[Symbol.dispose]();
    },
  };
}
