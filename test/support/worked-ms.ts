/** How long this process has worked, for limits that also hold on a busy machine, where time passes while this process waits. */
export function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
