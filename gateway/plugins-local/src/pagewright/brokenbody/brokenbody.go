// Package brokenbody has the gateway answer 400, as a problem, to a request whose body cannot be read to its end.
// Traefik by itself answers 500 or 502, as if the site were at fault. See docs/decisions/0107.
//
// Traefik interprets this file when it starts: there is nothing to compile.
package brokenbody

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"sync/atomic"
)

// Config has no settings.
type Config struct{}

// CreateConfig is what Traefik asks for first.
func CreateConfig() *Config {
	return &Config{}
}

// New puts the middleware around next.
func New(_ context.Context, next http.Handler, _ *Config, _ string) (http.Handler, error) {
	return &middleware{next: next}, nil
}

type middleware struct {
	next http.Handler
}

func (m *middleware) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	if request.ContentLength == 0 {
		m.next.ServeHTTP(writer, request)
		return
	}
	body := &watchedBody{ReadCloser: request.Body}
	id, path := requestID(request.Header.Get("X-Request-Id")), request.URL.Path
	request.Body = body
	m.next.ServeHTTP(&answer{ResponseWriter: writer, body: body, id: id, path: path}, request)
}

// watchedBody remembers whether reading it failed. The transport reads in another goroutine than the answer is written in.
type watchedBody struct {
	io.ReadCloser
	isBroken int32
}

func (b *watchedBody) Read(part []byte) (int, error) {
	count, err := b.ReadCloser.Read(part)
	// Who sends too slowly is cut off with 504.
	if err != nil && err != io.EOF && !errors.Is(err, os.ErrDeadlineExceeded) {
		atomic.StoreInt32(&b.isBroken, 1)
	}
	return count, err
}

// answer puts a problem in the place of a failure that comes of a broken body.
type answer struct {
	http.ResponseWriter
	body       *watchedBody
	id         string
	path       string
	isReplaced bool
}

func (a *answer) WriteHeader(status int) {
	if status < 500 || atomic.LoadInt32(&a.body.isBroken) == 0 {
		a.ResponseWriter.WriteHeader(status)
		return
	}
	if a.isReplaced {
		return
	}
	a.isReplaced = true
	headers := a.ResponseWriter.Header()
	headers.Del("Content-Length")
	headers.Set("Content-Type", "application/problem+json")
	headers.Set("Cache-Control", "no-store")
	headers.Set("X-Request-Id", a.id)
	a.ResponseWriter.WriteHeader(http.StatusBadRequest)
	a.ResponseWriter.Write(problem(a.id, a.path))
}

func (a *answer) Write(part []byte) (int, error) {
	if a.isReplaced {
		return len(part), nil
	}
	return a.ResponseWriter.Write(part)
}

// problem is what kit.errors makes of a failure, for this one.
func problem(id string, path string) []byte {
	document, _ := json.Marshal(map[string]interface{}{
		"type":      "urn:pagewright:problem:body_broken",
		"title":     "Body broken",
		"status":    http.StatusBadRequest,
		"detail":    "The body of the request ends too early or is not encoded as its headers say. Send it again.",
		"code":      "body_broken",
		"requestId": id,
		"errors":    []string{},
		"instance":  path,
	})
	return document
}

// requestID keeps a well-formed one, as kit.edge does, and makes one in place of any other.
func requestID(given string) string {
	if isWellFormed(given) {
		return given
	}
	made := make([]byte, 16)
	rand.Read(made)
	return hex.EncodeToString(made)
}

func isWellFormed(id string) bool {
	if len(id) < 8 || len(id) > 64 {
		return false
	}
	for _, sign := range id {
		isWord := sign == '_' || sign == '-' || (sign >= '0' && sign <= '9')
		if !isWord && (sign < 'a' || sign > 'z') && (sign < 'A' || sign > 'Z') {
			return false
		}
	}
	return true
}
