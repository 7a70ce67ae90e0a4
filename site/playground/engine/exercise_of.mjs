// The exercises of the lessons, asked of one worker for all of a page.

import { EngineClient } from './engine_client.mjs';

export const client = new EngineClient();

// The models that an exercise names verdicts for, "cpp20=forbidden", in the order of the text.
export function modelsOf(text) {
  return [...text.matchAll(/^(cpp20|rc11|tso|sc)=/gm)].map(([, model]) => model);
}

export function exerciseOf(lesson) {
  return client.ask('exercise', [lesson]);
}
