vcl 4.1;
# What Varnish keeps of a site and when it drops it. start.sh fills in the words in @…@.
#
# Only answers with `s-maxage` are kept: pages that are the same for everybody, which the web host marks so while it keeps
# them itself. It says by `Surrogate-Key` what each depends on, and purges those keys after each save. What is built once
# and never changes (/assets/) is kept too.
import std;
import xkey;

backend gateway {
    .host = "@HOST@";
    .port = "@PORT@";
    .connect_timeout = 3s;
    # The longest call that the gateway waits for; streams of jobs are silent for less.
    .first_byte_timeout = 3700s;
    .between_bytes_timeout = 300s;
}

sub vcl_recv {
    if (local.socket == "purges") {
        if (req.method == "POST" && req.http.Surrogate-Key) {
            return (synth(200, "Purged " + xkey.purge(req.http.Surrogate-Key)));
        }
        return (synth(200, "Waiting for POST with Surrogate-Key"));
    }
    # An answer that was no page, asked for once more: see vcl_deliver.
    if (req.restarts > 0) {
        return (pass);
    }
    unset req.http.X-Asked;
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # Files, backups and exports, of whatever size: of what passes it holds all that has come and that the visitor has not
    # taken yet, and where that is more than there is room for it breaks the answer off.
    if (req.url ~ "^/(?:api/)?(?:files|cms|crm|ecom)/") {
        return (pipe);
    }
    # Logged-in users get pages of their own, and so do programs with a token.
    if (req.http.Authorization || req.http.Cookie ~ "pagewright_session=") {
        return (pass);
    }
    # Services and screens: what they answer is for one person, or changes untold.
    if (req.url ~ "^/(?:api|auth|cms|crm|ecom|client|files|oauth2|cms-(?:login|admin|ecom|setup)|healthz)(?:[/?]|$)") {
        return (pass);
    }
    # No other cookie makes a page another one.
    unset req.http.Cookie;
    # Of the many spellings of this header the three that differ. "gzip" alone is what gateways say by themselves.
    if (req.http.Accept-Encoding ~ "\bbr\b(?! *; *q=0(?:\.0*)?(?:,|$))") {
        set req.http.Accept-Encoding = "br, gzip";
    } elsif (req.http.Accept-Encoding ~ "\bgzip\b(?! *; *q=0(?:\.0*)?(?:,|$))") {
        set req.http.Accept-Encoding = "gzip, identity";
    } else {
        unset req.http.Accept-Encoding;
    }
    if (req.url ~ "\?") {
        # A page without its script, for one person.
        if (req.url ~ "[?&]safe=1(?:&|$)") {
            return (pass);
        }
        # The parameters that some plugin reads, in one order. The web host marks a page under its own spelling alone, so
        # that none of the others is kept.
        set req.http.X-Asked = req.url;
        set req.url = regsuball(req.url, "(?<=[?&])(?!(?:@PARAMETERS@)=)[^&]*(?:&|$)", "");
        set req.url = std.querysort(regsub(req.url, "[?&]$", ""));
    }
    return (hash);
}

sub vcl_pipe {
    # One request for each connection: of a next one it would not be Varnish that says whose it is, but who sends it.
    set bereq.http.Connection = "close";
    return (pipe);
}

# Neither the host's name nor anything else that a visitor chooses: a site has one address.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_fetch {
    if (!bereq.uncacheable) {
        # A page that is asked for anew may have come in a better compressed form: 304 would keep the other.
        unset bereq.http.If-None-Match;
        unset bereq.http.If-Modified-Since;
    }
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        return (deliver);
    }
    # What is kept is shown on while the site is away.
    if (bereq.is_bgfetch && beresp.status >= 500) {
        return (abandon);
    }
    set beresp.keep = 0s;
    if (beresp.status == 200 && !beresp.http.Set-Cookie) {
        if (beresp.http.Cache-Control ~ "s-maxage=") {
            if (beresp.http.Surrogate-Key) {
                set beresp.http.xkey = beresp.http.Surrogate-Key;
            } else {
                # Nobody says when it changes.
                set beresp.grace = 0s;
            }
            unset beresp.http.Surrogate-Key;
            unset beresp.http.Cache-Tag;
            # Of the request that brought it.
            unset beresp.http.X-Request-Id;
            unset beresp.http.Server-Timing;
            # For browsers: how long it is kept here has been worked out. All this is done once, and not for each visitor.
            set beresp.http.Cache-Control = "no-cache";
            set beresp.http.X-Cache = "hit";
            return (deliver);
        }
        if (beresp.http.Cache-Control ~ "immutable") {
            set beresp.http.X-Cache = "hit";
            return (deliver);
        }
    }
    # Requests that arrive meanwhile do not wait for one another.
    set beresp.uncacheable = true;
    set beresp.ttl = 2s;
    return (deliver);
}

sub vcl_deliver {
    if (resp.http.X-Cache) {
        unset resp.http.xkey;
        if (obj.hits == 0) {
            set resp.http.X-Cache = "miss";
        }
        return (deliver);
    }
    if (req.http.X-Asked && req.http.X-Asked != req.url && req.restarts == 0) {
        # A redirect takes the rest of the address along, and the way back from a login too.
        set req.url = req.http.X-Asked;
        return (restart);
    }
    return (deliver);
}

# The gateway does not answer.
sub vcl_backend_error {
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
    set beresp.body = "503 Service Unavailable" + {"
"};
    return (deliver);
}

sub vcl_synth {
    set resp.http.Content-Type = "text/plain; charset=utf-8";
    set resp.body = resp.reason + {"
"};
    return (deliver);
}
