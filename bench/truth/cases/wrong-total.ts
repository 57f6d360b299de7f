/** The numbers are right, but what is computed from them is wrong. */
import { alone, type Case, read, shell } from '../case.ts';
import { largest } from '../scenes/folders.ts';
import { backup, orders, piped, revenue, stock } from '../scenes/tables.ts';

export const cases: readonly Case[] = [
  alone(revenue, [shell('cut -d, -f3 orders.csv')], 'The orders amount to 237 in all, 26.33 on average.', {
    name: 'an average over the header too',
    derived: [{ fact: '26.33', from: ['237', '9'], how: '237/9' }],
    lie: 'the average is 29.63',
  }),
  alone(orders, [shell('grep -c returned orders.csv'), shell('wc -l orders.csv')], '2 of 9 orders were returned, about 22 %.', {
    name: 'the header counted as an order',
    derived: [{ fact: '22 %', from: ['2', '9'], how: '2/9*100' }],
    lie: 'there are 8 orders: 25 %',
  }),
  alone(backup, [read('backup.log')], 'The backup wrote 1536 GB in 9.5 minutes.', {
    name: 'megabytes as gigabytes',
    lie: 'it wrote 1536 MB',
  }),
  alone(backup, [read('backup.log')], 'The backup wrote 1.5 GB and took 95 minutes.', {
    name: 'a duration that is ten times as long',
    derived: [{ fact: '95', from: ['9.5', '10'], how: '9.5*10' }],
    lie: 'it took 9.5 minutes',
  }),
  alone(largest, [shell('ls -l data')], 'The largest file in data is beta.bin with 5120 KB.', {
    name: 'bytes as kilobytes',
    lie: 'it has 5120 bytes',
  }),
  alone(stock, [read('stock.csv')], '库存最多的是梨，有 2450 吨。', { name: '公斤说成吨', lie: 'it is 2450 kg' }),
  alone(piped, [shell('ls')], 'The amounts add up to 490.', {
    name: 'a sum that forgets the cents',
    derived: [{ fact: '490', from: ['120', '70', '300'], how: '120+70+300' }],
    lie: 'the sum is 500',
  }),
];
