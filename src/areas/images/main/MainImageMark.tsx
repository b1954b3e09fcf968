import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { Tag } from '../../../web/records/Tag.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { images, type ImageRow } from '../images.contract.ts';

/** Shows in a list of images that an image is the main one of its course, or the button that makes it so. */
export function MainImageMark({ image, mayChange }: { image: ImageRow; mayChange: boolean }) {
  const queries = useQueryClient();
  const { error, busy, attempt } = useAttempt();
  const { id, url, is_main, updated_at, course_name } = image;
  if (is_main) return <Tag>main</Tag>;
  if (!mayChange || url === null) return null;
  const make = () =>
    attempt(async () => {
      await sendCall(images.update, { body: { id, image: { is_main: true, updated_at } } });
      await queries.invalidateQueries();
    });
  return (
    <>
      <Button
        className="list-search"
        aria-label={`Make image ${id} the main one of ${course_name}`}
        aria-disabled={busy || undefined}
        onClick={() => void make()}
      >
        Make main
      </Button>
      {error && <ErrorBox error={error} />}
    </>
  );
}
