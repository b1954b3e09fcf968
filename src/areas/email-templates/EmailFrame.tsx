import { useEffect, useRef, type ComponentProps } from 'react';
import { EMAIL_FRAME_PATH } from './email-templates.contract.ts';

type Props = Pick<ComponentProps<'iframe'>, 'className' | 'style' | 'tabIndex'> & {
  title: string;
  html: string;
};

/**
 * Shows an e-mail as the recipient sees it. The frame is a page with its own security policy and origin: no script in the
 * e-mail runs, and the e-mail can reach neither the screen around the frame nor the network.
 */
export function EmailFrame({ html, title, ...frame }: Props) {
  const ref = useRef<HTMLIFrameElement>(null);
  useEffect(() => tell(ref.current, html), [html]);
  return (
    <iframe
      ref={ref}
      title={title}
      src={EMAIL_FRAME_PATH}
      sandbox="allow-scripts"
      onLoad={({ currentTarget }) => tell(currentTarget, html)}
      {...frame}
    />
  );
}

// The message names any origin as its target, because the frame's origin has no name. It is sent again once the frame has
// loaded, because before that nothing receives it.
const tell = (frame: HTMLIFrameElement | null, html: string) => frame?.contentWindow?.postMessage(html, '*');
