import { useEffect, useRef, type ComponentProps } from 'react';
import { EMAIL_FRAME } from './email-templates.contract.ts';

type Props = Pick<ComponentProps<'iframe'>, 'className' | 'style' | 'tabIndex'> & {
  title: string;
  html: string;
};

/**
 * Shows an e-mail as its reader sees it. The frame is a page with its own policy and origin: no script of the e-mail runs in it,
 * and it reaches neither the screen around it nor anything else.
 */
export function EmailFrame({ html, title, ...frame }: Props) {
  const ref = useRef<HTMLIFrameElement>(null);
  useEffect(() => tell(ref.current, html), [html]);
  return (
    <iframe
      ref={ref}
      title={title}
      src={EMAIL_FRAME}
      sandbox="allow-scripts"
      onLoad={({ currentTarget }) => tell(currentTarget, html)}
      {...frame}
    />
  );
}

// The target is any origin, since that of the frame has no name. Before it has loaded, nothing receives the message.
const tell = (frame: HTMLIFrameElement | null, html: string) => frame?.contentWindow?.postMessage(html, '*');
