/** How long this process has worked so far: for limits that hold on a busy machine, too, where the time on the clock goes on without us. */
export function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
