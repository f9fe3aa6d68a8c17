import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { shownFile, viewProps } from '../testing.ts';
import head from './head.ts';
import BlogList, { type BlogListData, type BlogListFields } from './render.tsx';

const posts = ['Alps', 'Coast'].map((title) => ({
  title,
  url: `/travel/${title.toLowerCase()}`,
  publishedAt: '2026-03-01T10:00:00Z',
  author: '',
  excerpt: `All about ${title}.`,
}));

function draw(fields: BlogListFields = {}, data: Partial<BlogListData> = {}): HTMLElement {
  const given = { posts, page: 1, hasOlder: false, hasFeed: true, ...data };
  return render(<BlogList {...viewProps({ fields, data: given, url: '/travel' })} />).container;
}
const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('cms.blogList', () => {
  it('lists posts with date and description', () => {
    const container = draw();
    expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
      'Alps',
      'Coast',
    ]);
    expect(container.textContent).toContain('All about Alps.');
    expect(container.querySelectorAll('time')).toHaveLength(2);
    expect(links()).toEqual(['/travel/alps', '/travel/coast']);
  });

  it('shows titles alone on request', () => {
    const container = draw({ displayMode: 'titles', showDate: false });
    expect(screen.queryByRole('heading')).toBeNull();
    expect(container.textContent).toBe('AlpsCoast');
  });

  it('leads to newer and older posts; the first page has one address', () => {
    draw({}, { page: 2, hasOlder: true });
    expect(links().slice(2)).toEqual(['/travel', '/travel?posts-page=3']);
    expect(screen.getByText('Page 2')).toBeTruthy();
  });

  it('leads back to the first page from beyond the last page', () => {
    draw({}, { posts: [], page: 9 });
    expect(links()).toEqual(['/travel']);
  });

  it('announces its feeds, and those of the blog beside the newest posts', () => {
    const given = { posts, page: 1, hasOlder: false, hasFeed: true };
    const absolute = (path: string) => path;
    const fields: BlogListFields = { blogCategoryId: '0193a2d0-0000-7000-8000-000000000001' };
    const props = {
      ...viewProps({ fields, data: given, url: '/travel', title: 'Travel' }),
      absolute,
      isOwn: true,
    };
    expect(head([props])).toEqual({ feeds: { title: 'Travel', path: '/travel' } });
    expect(head([{ ...props, fields: { displayMode: 'cards' } }]).feeds?.path).toBe('/');
    // As in a layout, whose list belongs to no page of its own: at the page's address there is no feed.
    expect(head([{ ...props, fields: {} }]).feeds?.path).toBe('/');
    expect(head([{ ...props, data: { ...given, hasFeed: false } }])).toEqual({});
  });

  describe('with images', () => {
    const file = shownFile({ alt: 'A summit', focalPoint: { x: 0.2, y: 0.5 } });
    const crop = '5000-0-5000-10000';
    const pictured = [{ ...posts[0], image: { file: file.id, aspect: '1:1', crop } }, posts[1]];
    const drawn = (fields: BlogListFields = {}, place: Partial<Parameters<typeof BlogList>[0]> = {}) => {
      const data = { posts: pictured, page: 1, hasOlder: false, hasFeed: true } as BlogListData;
      const files = { [file.id]: file };
      return render(<BlogList {...viewProps({ fields, data, files })} {...place} />).container;
    };

    it('shows the part that the page shows, with its dimensions and in the size of its place', () => {
      const image = drawn().querySelector('img');
      expect(image?.getAttribute('src')).toBe(`/files/a.jpg?v=1&aspect=1:1&crop=${crop}`);
      expect(image?.getAttribute('srcset')).toContain('size=sm');
      expect([image?.width, image?.height]).toEqual([1500, 1500]);
      expect(image?.getAttribute('sizes')).toContain('(min-width:928px) 364px');
      expect(image?.getAttribute('loading')).toBe('lazy');
    });

    it.each(['list', 'cards'] as const)('adds no link and no words in mode %s', (displayMode) => {
      const container = drawn({ displayMode });
      expect(links()).toEqual(['/travel/alps', '/travel/coast']);
      expect(screen.queryByRole('img')).toBeNull();
      expect(container.querySelector('img')?.getAttribute('alt')).toBe('');
      expect(screen.getByRole('link', { name: 'Alps' })).toBeTruthy();
    });

    it('stands something in for that of a post without one, which says nothing', () => {
      const container = drawn();
      const [first, second] = container.querySelectorAll('.pw-blog-list-image');
      expect(first?.querySelector('img')).toBeTruthy();
      expect(second?.getAttribute('data-letter')).toBe('C');
      expect(second?.getAttribute('aria-hidden')).toBe('true');
      expect(second?.textContent).toBe('');
    });

    it("writes what stands in as the site's language does", () => {
      const data = { posts: [pictured[0], { ...posts[1], title: 'istanbul' }], page: 1 } as BlogListData;
      const props = viewProps<BlogListFields, BlogListData>({ fields: {}, data, files: { [file.id]: file } });
      const { container } = render(<BlogList {...props} site={{ ...props.site, language: 'tr' }} />);
      expect(container.querySelector('[data-letter]')?.getAttribute('data-letter')).toBe('İ');
    });

    it.each([{ displayMode: 'titles' }, { showImage: false }] as const)('has none with %o', (fields) => {
      const container = drawn(fields);
      expect(container.querySelector('.pw-blog-list-image')).toBeNull();
      expect(container.querySelector('[data-images]')).toBeNull();
    });

    it('stands in for none where no post has one', () => {
      expect(draw().querySelector('.pw-blog-list-image')).toBeNull();
    });

    describe('the newest post leads in', () => {
      const image = { file: file.id };
      const three = [...posts, { ...posts[0], title: 'River', url: '/travel/river' }];
      const leads = (given: Partial<BlogListData>, fields: BlogListFields = {}) => {
        const data = { posts: three.map((post) => ({ ...post, image })), ...given } as BlogListData;
        return drawn(fields, { data }).querySelectorAll('[data-lead]');
      };

      it('with an image that takes seven parts of twelve', () => {
        const [lead, ...others] = leads({ page: 1 });
        expect(others).toEqual([]);
        expect(lead?.querySelector('a')?.textContent).toBe('Alps');
        const sizes = [...(lead?.parentElement?.querySelectorAll('img') ?? [])].map((each) => each.sizes);
        expect(sizes[1]).toBe(sizes[2]);
        expect(sizes[0]).not.toBe(sizes[1]);
      });

      it.each([
        ['on later pages', { page: 2 }, {}],
        ['among cards', { page: 1 }, { displayMode: 'cards' }],
        ['without an image', { page: 1, posts: three as BlogListData['posts'] }, {}],
        [
          'without an image where older ones have some',
          { page: 1, posts: [three[0], { ...three[1], image }, three[2]] as BlogListData['posts'] },
          {},
        ],
        [
          'of two',
          { page: 1, posts: three.slice(1).map((post) => ({ ...post, image })) as BlogListData['posts'] },
          {},
        ],
      ] as const)('not %s', (_name, given, fields) => {
        expect(leads(given, fields)).toHaveLength(0);
      });
    });

    it('waits for all but the first of the page', () => {
      const image = { file: file.id };
      const [alps, coast] = posts;
      const all = [alps, { ...coast, image }, { ...coast, url: '/travel/river', image }];
      const data = { posts: all, page: 1, hasOlder: false, hasFeed: true } as BlogListData;
      const [first, second] = drawn({}, { data, hasFirstImage: true }).querySelectorAll('img');
      expect([first, second].map((each) => each?.getAttribute('loading'))).toEqual([null, 'lazy']);
      expect(first?.getAttribute('fetchpriority')).toBe('high');
    });
  });

  it('names authors on request, as far as posts have them', () => {
    const [alps, coast] = posts;
    const by = [{ ...alps, author: 'Bea Otter' }, coast] as BlogListData['posts'];
    expect(draw({}, { posts: by }).textContent).not.toContain('Bea Otter');
    expect(draw({ showAuthor: true }, { posts: by }).textContent?.match(/By /g)).toHaveLength(1);
    const titles = draw({ showAuthor: true, showDate: false, displayMode: 'titles' }, { posts: by });
    expect(titles.textContent).toBe('AlpsBy Bea OtterCoast');
  });

  it('says that there are none', () => {
    expect(draw({}, { posts: [] }).textContent).toBe('No posts yet.');
  });
});
