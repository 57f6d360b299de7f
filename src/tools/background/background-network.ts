/**
 * The network of a background run: a proxy for hosts that a rule allows. The proxy cannot ask the person, because the task does not wait for the run.
 */
import { hostText } from '../../laws/network/host.ts';
import { decideHosts } from '../asking/host-harm.ts';
import type { Permissions } from '../asking/permissions.ts';
import type { Door } from '../containment/walls/doors.ts';
import { type Decide, HostGate } from '../network/host-gate.ts';
import type { Outside } from '../network/outside.ts';
import { createProxy } from '../network/proxy.ts';
import { proxyEnvironment, proxyPort } from '../network/proxy-environment.ts';
import { Traffic } from '../network/traffic.ts';
import type { StartedCalls } from '../running/started-calls.ts';
import type { ToolContext } from '../tool.ts';

type BackgroundNetwork = Disposable & {
  readonly traffic: Traffic;
  readonly doors: readonly Door[];
  readonly env: Readonly<Record<string, string>>;
};

export type NetworkOptions = {
  readonly permissions: Permissions;
  readonly started: StartedCalls;
  readonly outside: Outside;
};

export function backgroundNetwork(
  { permissions, started, outside }: NetworkOptions,
  context: Pick<ToolContext, 'call' | 'refused'>,
): BackgroundNetwork {
  const gate = new HostGate(withoutAsking(decideHosts(permissions, context)));
  let isMarked = false;
  const onLeaving = () => {
    if (!isMarked) started.mark(context.call);
    isMarked = true;
  };
  const traffic = new Traffic();
  const proxy = createProxy({ gate, outside, traffic, onLeaving });
  return {
    traffic,
    doors: [{ port: proxyPort, onConnection: proxy.onConnection }],
    env: proxyEnvironment,
    [Symbol.dispose]() {
      proxy[Symbol.dispose]();
      gate[Symbol.dispose]();
    },
  };
}

const withoutAsking =
  (decide: Decide): Decide =>
  (host, approved, leadsTo) => {
    const verdict = decide(host, approved, leadsTo);
    if (verdict.verdict !== 'ask') return verdict;
    const reason = `${verdict.reason}, and nothing can be asked in the background; a rule net(${hostText(host)}) would allow it`;
    return { verdict: 'deny', about: 'host', because: 'refused', reason };
  };
