import { liquid } from '@codemirror/lang-liquid';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { useEffect, useEffectEvent, useRef, type Ref, useImperativeHandle } from 'react';
import { StyleModule } from 'style-mod';
import type { InsertableVariable } from './written.rules.ts';

/** The actions on the code editor for the panels beside it. */
export type CodeEditorActions = {
  /** Inserts a text at the cursor, in place of the selection, and moves the focus to the editor. */
  insert: (text: string) => void;
  /** Moves the cursor to the beginning of a line; the first line is 1. */
  goTo: (line: number) => void;
};

type Props = {
  label: string;
  describedBy: string;
  value: string;
  change: (value: string) => void;
  written: InsertableVariable[];
  ref: Ref<CodeEditorActions>;
};

/** Edits HTML and Liquid with colors, line numbers, search and completion. Tab leaves the editor, as in any other field. */
export function CodeEditor({ label, describedBy, value, change, written, ref }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const changed = useEffectEvent(change);
  const begin = useEffectEvent((parent: HTMLElement) => {
    // The editable element gets a tab index, because otherwise the scrolling element around it would be the tab stop.
    const named = {
      'aria-label': label,
      'aria-describedby': describedBy,
      tabindex: '0',
      spellcheck: 'false',
    };
    return new EditorView({
      parent,
      state: EditorState.create({
        doc: value,
        extensions: [
          typeOverPercent,
          basicSetup,
          liquid(completionsOf(written)),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of(named),
          syntaxHighlighting(COLOURS),
          LOOK,
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((one) => one.annotation(Transaction.remote)))
              changed(update.state.doc.toString());
          }),
        ],
      }),
    });
  });
  useEffect(() => {
    if (!host.current) return;
    const made = begin(host.current);
    view.current = made;
    return () => made.destroy();
  }, []);
  // A text that was loaded, restored or discarded replaces the editor's text, marked as remote so that it does not count as
  // typed.
  useEffect(() => {
    const { current } = view;
    if (!current || current.state.doc.toString() === value) return;
    const all = { from: 0, to: current.state.doc.length, insert: value };
    current.dispatch({ changes: all, annotations: Transaction.remote.of(true) });
  }, [value]);
  useImperativeHandle(ref, () => ({
    insert: (text) => {
      if (!view.current) return;
      view.current.dispatch(view.current.state.replaceSelection(text), { scrollIntoView: true });
      view.current.focus();
    },
    goTo: (line) => {
      if (!view.current) return;
      const { doc } = view.current.state;
      const anchor = doc.line(Math.min(Math.max(line, 1), doc.lines)).from;
      view.current.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      });
      view.current.focus();
    },
  }));
  return <div className="code-editor" ref={host} />;
}

// When the user types `%` before a `%}` that was completed automatically, the cursor moves over the `%`; the Liquid extension
// does so only for the brace.
const typeOverPercent = EditorView.inputHandler.of((view, from, to, text) => {
  if (text !== '%' || from !== to || view.state.sliceDoc(from, from + 2) !== '%}') return false;
  view.dispatch({ selection: { anchor: from + 1 }, scrollIntoView: true, userEvent: 'input.type' });
  return true;
});

/** Returns completions for the variables of a template: first their groups, then the variables within a group. */
function completionsOf(written: InsertableVariable[]) {
  const within = (path: readonly string[]) => {
    const before = path.map((part) => `${part}.`).join('');
    const inside = written.filter(({ name }) => name.startsWith(before));
    const labels = new Map(
      inside.map(({ name, means }) => {
        const [label = '', more] = name.slice(before.length).split('.');
        return [label, more === undefined ? means : ''] as const;
      }),
    );
    return [...labels].map(([label, detail]) => ({ label, type: 'variable', ...(detail && { detail }) }));
  };
  const lists = [...new Set(written.flatMap(({ list }) => list ?? []))];
  return {
    variables: [...within([]), ...lists.map((label) => ({ label, type: 'variable' }))],
    properties: within,
  };
}

// Mounts the editor's styles as adopted style sheets. By default the editor writes them into a style element, for which the
// page's security policy would have to allow all inline styles.
const sheets = new WeakMap<StyleModule, CSSStyleSheet>();
StyleModule.mount = (_, modules) => {
  const own = [modules].flat().map(sheetOf);
  const others = document.adoptedStyleSheets.filter((sheet) => !own.includes(sheet));
  document.adoptedStyleSheets = [...others, ...own];
};
function sheetOf(module: StyleModule): CSSStyleSheet {
  const known = sheets.get(module);
  if (known) return known;
  const made = new CSSStyleSheet();
  made.replaceSync(module.getRules());
  sheets.set(module, made);
  return made;
}

// The colors of syntax, from the theme's light and dark colors; each is readable on the background and on the current line.
const COLOURS = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--ink-2)' },
  { tag: [tags.attributeName], color: 'var(--amber)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--blue)' },
  { tag: [tags.comment, tags.documentMeta], color: 'var(--ink-2)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: 'var(--red)' },
  { tag: [tags.variableName], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.propertyName], color: 'var(--accent)' },
  { tag: [tags.atom, tags.unit, tags.color], color: 'var(--blue)' },
  { tag: [tags.brace, tags.processingInstruction], color: 'var(--accent)' },
  { tag: [tags.number, tags.bool], color: 'var(--blue)' },
]);
const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '20px',
  },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    color: 'var(--ink-3)',
    backgroundColor: 'var(--paper)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-panels, .cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--sunk)',
    borderColor: 'var(--line-2)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--accent-ink)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-textfield, .cm-button': {
    color: 'var(--ink)',
    background: 'var(--paper)',
    border: '1px solid var(--line-2)',
  },
});
