// The words of a litmus test, for the colours of the editor: a header of its own, then a small part of C.

import { LanguageSupport, StreamLanguage } from '@codemirror/language';

const keywords = /^(?:if|else|while|do|exists|forall|not|locations|filter)$/;
const types = /^(?:int|atomic_int|_Atomic|mtx_t|volatile|const)$/;
const functions = /^(?:atomic_\w+|(?:mtx_)?(?:un)?lock)$/;

function styleOf(word) {
  if (keywords.test(word)) return 'keyword';
  if (types.test(word)) return 'typeName';
  if (/^(?:memory_order|mo)_/.test(word)) return 'atom';
  return functions.test(word) ? 'variableName.function' : 'variableName';
}

// A comment or a description, which may go over several lines. herd's comments nest.
const spans = [
  { begin: '(*', end: '*)', style: 'comment', nests: true },
  { begin: '/*', end: '*/', style: 'comment' },
  { begin: '//', end: null, style: 'comment' },
  { begin: '"', end: '"', style: 'string' },
];

// `(*` begins a comment, but not in a thread: there it is a pointer in parentheses.
function beginsSpan(stream, state) {
  const span = spans.find(({ begin }) => stream.match(begin, false));
  if (!span || (span.nests && state.part === 'thread' && state.braces > 0)) return false;
  stream.match(span.begin);
  Object.assign(state, { span, depth: 1 });
  return true;
}

function restOfSpan(stream, state) {
  const { span } = state;
  while (!stream.eol() && state.depth > 0) {
    if (span.end !== null && stream.match(span.end)) --state.depth;
    else if (span.nests && stream.match(span.begin)) ++state.depth;
    else stream.next();
  }
  if (span.end === null || state.depth === 0) state.span = null;
  return span.style;
}

// "C NAME" and lines such as "cpp20=allowed", up to the initial state.
function tokenOfHeader(stream) {
  if (stream.sol() && stream.match(/^C(?=\s)/)) return 'keyword';
  if (stream.match(/^[\w/.-]+(?==)/)) return 'propertyName';
  if (stream.match(/^=.*/)) return 'atom';
  stream.match(/^[^\s"{]+/) || stream.next();
  return null;
}

// The first pair of braces is the initial state. All others are blocks of threads.
function countBrace(brace, state) {
  if (brace === '{') {
    if (state.part === 'header') state.part = 'initial';
    ++state.braces;
  } else {
    state.braces = Math.max(0, state.braces - 1);
    if (state.braces === 0) state.part = 'thread';
  }
}

function token(stream, state) {
  if (state.span !== null) return restOfSpan(stream, state);
  if (stream.eatSpace()) return null;
  if (beginsSpan(stream, state)) return restOfSpan(stream, state);
  const brace = stream.match(/^[{}]/);
  if (brace) {
    countBrace(brace[0], state);
    return null;
  }
  if (state.part === 'header') return tokenOfHeader(stream);
  if (stream.match(/^\d\w*/)) return 'number';
  const word = stream.match(/^[A-Za-z_]\w*/);
  if (word) return styleOf(word[0]);
  stream.next();
  return null;
}

const parser = {
  name: 'litmus',
  startState: () => ({ part: 'header', braces: 0, span: null, depth: 0 }),
  copyState: (state) => ({ ...state }),
  token,
  indent: ({ braces }, textAfter, { unit }) => Math.max(0, braces - (textAfter.startsWith('}') ? 1 : 0)) * unit,
  languageData: { commentTokens: { line: '//' }, indentOnInput: /^\s*\}$/ },
};

export const language = StreamLanguage.define(parser);
export const litmus = () => new LanguageSupport(language);
