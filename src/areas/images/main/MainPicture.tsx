import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../../web/components/Button.tsx';
import { ErrorBox } from '../../../web/components/ErrorBox.tsx';
import { askToConfirm } from '../../../web/leaving/ask.ts';
import { sendCall } from '../../../web/sending/send.ts';
import { useSession } from '../../../web/sending/session.ts';
import { useAttempt } from '../../../web/sending/useAttempt.ts';
import { images, type MainImage } from '../images.contract.ts';
import '../images.css';
import { PictureDialog } from './PictureDialog.tsx';

type Image = NonNullable<MainImage['image']>;

/** Shows the main picture of a course in the course's form; an admin's change of the picture is saved at once. */
export function MainPicture({ courseId, name }: { courseId: number | 'new'; name: string }) {
  const id = useId();
  return (
    <section className="card field-group" aria-labelledby={id}>
      <h2 id={id}>Main picture</h2>
      <div className="fields image-main-part">
        {courseId === 'new' ? (
          <p className="quiet">Save the course first, then give it its picture.</p>
        ) : (
          <OfCourse courseId={courseId} name={name} />
        )}
      </div>
    </section>
  );
}

function OfCourse({ courseId, name }: { courseId: number; name: string }) {
  const { admin } = useSession();
  const [isPicking, setPicking] = useState(false);
  const queries = useQueryClient();
  const main = useQuery({
    queryKey: ['main image', courseId],
    queryFn: () => sendCall(images.main, { params: { id: courseId } }),
  });
  if (main.error) return <ErrorBox error={main.error} retry={() => void main.refetch()} />;
  if (!main.data) return null;
  const { image, count } = main.data;
  return (
    <>
      {image ? <Shown image={image} name={name} /> : <p className="quiet">{noneOf(count)}</p>}
      {admin && (
        <div className="row">
          <Button onClick={() => setPicking(true)}>{image ? 'Change picture' : 'Add picture'}</Button>
          {image && <Remove image={image} />}
        </div>
      )}
      {isPicking && (
        <PictureDialog
          courseId={courseId}
          name={name}
          image={image}
          close={() => setPicking(false)}
          saved={() => queries.invalidateQueries()}
        />
      )}
    </>
  );
}

const noneOf = (count: number): string =>
  count === 0
    ? 'This course has no picture yet.'
    : 'None of its images is the main one: choose it under Image.';

const Shown = ({ image: { url, alt, width, height }, name }: { image: Image; name: string }) => (
  <figure className="image-main">
    <img src={url} alt={alt || name} width={width} height={height} />
    <figcaption className="quiet">{alt || 'Without an alternative text'}</figcaption>
  </figure>
);

function Remove({ image: { id } }: { image: Image }) {
  const queries = useQueryClient();
  const { error, busy, attempt } = useAttempt();
  async function remove(): Promise<void> {
    const detail = 'The picture is deleted. Other images of the course stay.';
    if (!(await askToConfirm({ question: 'Remove?', detail, verb: 'Remove', danger: true }))) return;
    await attempt(async () => {
      await sendCall(images.remove, { params: { id } });
      await queries.invalidateQueries();
    });
  }
  return (
    <>
      <Button look="danger" aria-disabled={busy || undefined} onClick={() => void remove()}>
        Remove picture
      </Button>
      {error && <ErrorBox error={error} />}
    </>
  );
}
