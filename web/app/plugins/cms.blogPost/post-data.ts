/** A post as content gives it for cms.blogPost, cms.blogTitle and cms.blogDate; none until its page is saved. */
export interface PostData {
  post: {
    title: string;
    author: string;
    publishedAt: string;
    /** The page’s description; on other pages the first words of one that has none. */
    excerpt: string | null;
    /** Of what everybody sees of its page; none where that says nothing. */
    readingMinutes: number | null;
    /** A category without a page that the visitor may see has no address; what anybody sees has feeds, behind `feed`. */
    categories: { name: string; url: string | null; feed?: string }[];
  } | null;
}
