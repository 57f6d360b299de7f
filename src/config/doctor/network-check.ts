/** Whether commands on this machine can be given the network host by host: runs one that connects to a door. Nothing leaves this machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asArtooError } from '../../contracts/errors.ts';
import { type Containment, hasDoors } from '../../tools/containment/containment.ts';
import { proxyPort } from '../../tools/network/proxy-environment.ts';
import { type Finding, ok, warning } from './finding.ts';

export const networkSubject = { name: 'network', about: 'machine' } as const;

const hint = 'You are asked about each command that needs the network; if you agree, it runs without walls and can reach any host.';

export async function checkNetwork({ kind, run }: Pick<Containment, 'kind' | 'run'>, signal: AbortSignal): Promise<Finding> {
  if (!hasDoors(kind)) return warning(networkSubject, 'these walls cannot give a command access to individual hosts', hint);
  const folder = await mkdtemp(join(tmpdir(), 'artoo-'));
  try {
    const doors = [{ port: proxyPort, onConnection: (socket: { end(text: string): void }) => socket.end('open\n') }];
    const command = `exec 9<>/dev/tcp/127.0.0.1/${proxyPort} && cat <&9`;
    await using ran = await run({ command, cwd: folder, workspace: folder, doors, timeoutMs: 5_000, signal });
    return ran.ended.output === 'open\n'
      ? ok(networkSubject, 'commands can reach the hosts that you allow, one by one, and nothing else')
      : warning(
          networkSubject,
          `commands cannot be given access to hosts: ${ran.ended.output.trim().slice(0, 200) || 'nothing answered'}`,
          hint,
        );
  } catch (error) {
    return warning(networkSubject, asArtooError(error, 'containment_failed').message, hint);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
