/** The memories that the tasks of one program use, each with its Dreamer: this machine's own, and one for each bus that tasks run on. */
import { type BusAddress, shownBus } from '../../laws/network/bus-address.ts';
import { DreamSchedule, type DreamScheduleOptions, type RuleMaking } from './dream-schedule.ts';
import { type MemoryForTasks, type MemoryForTasksOptions, openMemoryForTasks } from './memory-for-tasks.ts';

export type TaskMemoriesOptions = Omit<MemoryForTasksOptions, 'address'> & Pick<DreamScheduleOptions, 'onDue'>;

export type TaskMemories = {
  /** The memory of tasks on this bus, or on no bus. */
  of(bus: BusAddress | undefined): MemoryForTasks;
  /** A task on this bus starts; the returned function is called when it ends. `dreaming` counts for the first such task. */
  begin(bus: BusAddress | undefined, dreaming: Pick<DreamScheduleOptions, 'model' | 'caps'>): () => void;
  /** Makes the rules that are due in all memories that were used, while the person watches, and returns their number. */
  makeRules(making: RuleMaking): Promise<number>;
  close(): Promise<void>;
};

type Known = { readonly memory: MemoryForTasks; dreams?: DreamSchedule };

export function createTaskMemories({ onDue, ...options }: TaskMemoriesOptions): TaskMemories {
  const all = new Map<string, Known>();

  function at(bus: BusAddress | undefined): Known {
    const name = bus ? shownBus(bus) : '';
    const known = all.get(name) ?? { memory: openMemoryForTasks({ ...options, address: bus }) };
    all.set(name, known);
    return known;
  }

  return {
    of: (bus) => at(bus).memory,
    begin(bus, dreaming) {
      const known = at(bus);
      const { data, onNotice } = options;
      const dreams = known.dreams ?? new DreamSchedule({ ...dreaming, data, memory: known.memory, onNotice, onDue });
      known.dreams = dreams;
      dreams.begin();
      return () => dreams.end();
    },
    async makeRules(making) {
      let made = 0;
      for (const { dreams } of all.values()) made += (await dreams?.makeRules(making)) ?? 0;
      return made;
    },
    async close() {
      for (const { dreams, memory } of all.values()) {
        await dreams?.close();
        await memory.close();
      }
    },
  };
}
