// Puts the exercise of a lesson into its page, and the commands that show and check it behind a summary.

import { runs } from './prose.mjs';

const show = /\.\/vigil course show (\d+)/;

function withExercise(fence) {
  const lesson = show.exec(fence)[1];
  return [
    '<ClientOnly>', `  <Exercise :lesson="${lesson}" />`, '</ClientOnly>', '',
    '<details>', '<summary>On the command line</summary>', '', fence, '', '</details>',
  ].join('\n');
}

export function addExercises(text) {
  return runs(text)
    .map(({ isFence, lines }) => ({ isFence, text: lines.join('\n') }))
    .map((run) => (run.isFence && show.test(run.text) ? withExercise(run.text) : run.text))
    .join('\n');
}
