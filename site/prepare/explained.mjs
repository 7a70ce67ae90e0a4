// Steppers, and links to the playground, below blocks that show the counterexample of a model.

import { playgroundLink } from './litmus_links.mjs';

const explain = /^(?:! )?vigil explain (?:'([^']+)'|(\S+))(?= --(?:brief|svg)\b)/;

// The model whose counterexample a command shows, or null.
export function modelOf(command) {
  const [, quoted, plain] = explain.exec(command) ?? [];
  return quoted ?? plain ?? null;
}

export const nameOfSteps = (model) => model.replace(/[^A-Za-z0-9_]+/g, '-');

// Of the blocks of a page that show one counterexample, only the last one gets the links.
function isLast(block, blocks) {
  const model = modelOf(block.command);
  return blocks.findLast((each) => modelOf(each.command) === model) === block;
}

// What stands below a block; `counterexamples` has what is known of each model.
export function explainedLinks(block, blocks, counterexamples) {
  const model = modelOf(block.command);
  const known = model === null ? undefined : counterexamples.get(model);
  if (known === undefined || !isLast(block, blocks)) return '';
  const stepper = `<Stepper name="${nameOfSteps(model)}" model="${model}" />`;
  if (known.litmus === null) return stepper;
  return `${stepper}\n\n${playgroundLink('Open in the playground', known.litmus, known.memoryModel)}`;
}
