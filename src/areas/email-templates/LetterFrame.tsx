import { useEffect, useRef, type ComponentProps } from 'react';
import { LETTER_FRAME } from './email-templates.contract.ts';

type Props = Pick<ComponentProps<'iframe'>, 'className' | 'style' | 'tabIndex'> & {
  title: string;
  html: string;
};

/**
 * A letter as its reader sees it. The frame is a page of its own policy and origin: no script of the letter's runs in it, and it
 * reaches neither the screen around it nor anybody else.
 */
export function LetterFrame({ html, title, ...frame }: Props) {
  const ref = useRef<HTMLIFrameElement>(null);
  useEffect(() => tell(ref.current, html), [html]);
  return (
    <iframe
      ref={ref}
      title={title}
      src={LETTER_FRAME}
      sandbox="allow-scripts"
      onLoad={({ currentTarget }) => tell(currentTarget, html)}
      {...frame}
    />
  );
}

// To whoever is in there, since its origin has no name. Before it has loaded nobody is.
const tell = (frame: HTMLIFrameElement | null, html: string) => frame?.contentWindow?.postMessage(html, '*');
