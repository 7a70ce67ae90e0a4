// The browser that the tests drive. Without a window it needs half the time.

import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findBrowser() {
  const directories = (process.env.PATH ?? '').split(path.delimiter);
  const files = names.flatMap((name) => directories.map((directory) => path.join(directory, name)));
  const found = files.find(isProgram);
  if (found === undefined) throw new Error(`no browser is installed: none of ${names.join(', ')} is in PATH`);
  return found;
}

export const launchBrowser = () => chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
