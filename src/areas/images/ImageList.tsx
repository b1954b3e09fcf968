import { useQuery } from '@tanstack/react-query';
import { ListPage } from '../../web/lists/ListPage.tsx';
import { useList } from '../../web/lists/useList.ts';
import { sendCall } from '../../web/sending/send.ts';
import { useSession } from '../../web/sending/session.ts';
import { images, NO_PICTURE_TEXT } from './images.contract.ts';
import { MainImageMark } from './main/MainImageMark.tsx';
import './images.css';
import { ButtonLink } from '../../web/components/Button.tsx';

/** Lists all images, or with `courseId` those of one course, as a part of the course's screen. */
export function ImageList({ courseId }: { courseId?: number }) {
  const { admin } = useSession();
  const count = useQuery({
    queryKey: ['images of a course', courseId],
    queryFn: () => sendCall(images.count, { query: { filters: { course_id: courseId ?? 0 } } }),
    enabled: courseId !== undefined,
  });
  const list = useList({
    calls: images,
    fixedFilters: courseId === undefined ? undefined : { course_id: courseId },
  });
  const newImage = (
    <ButtonLink to={`/image/new${courseId === undefined ? '' : `/${courseId}`}`} look="go">
      New Image
    </ButtonLink>
  );
  // Spec 2 §2: in place of an empty table, an admin gets the form for the course's first image.
  if (courseId !== undefined && admin && count.data === 0) {
    return (
      <section className="card image-first" aria-label="Images">
        <p className="quiet">This course has no image yet.</p>
        {newImage}
      </section>
    );
  }
  return (
    <ListPage
      title="Images"
      noun="image"
      list={list}
      row={{
        viewPath: (image) => `/image/${image.id}`,
        nameOf: ({ id, course_name }) => `image ${id} of ${course_name}`,
      }}
      columns={[
        {
          name: 'url',
          label: 'Image',
          sheet: false,
          filter: false,
          sort: false,
          cell: ({ url, course_name, alt }) =>
            url ? (
              <img className="image-small" src={url} alt={alt || `${course_name}, small`} loading="lazy" />
            ) : (
              <span className="quiet">{NO_PICTURE_TEXT}</span>
            ),
        },
        { name: 'course_name', label: 'Course' },
        {
          name: 'is_main',
          label: 'Main',
          filter: false,
          sort: false,
          cell: (image) => <MainImageMark image={image} mayChange={admin} />,
        },
        { name: 'alt', label: 'Alternative Text', filter: false, sort: false },
        { name: 'created_at', label: 'Created At', kind: 'instant', filter: false },
      ]}
      // A course whose images all lack a file still has no picture, so New Image is offered.
      actions={admin && (courseId === undefined || list.rows?.every(({ url }) => !url)) && newImage}
    />
  );
}
