// Package leaving has a gateway that was asked to stop close each connection after the next answer on it, so that in the
// end hardly one is left that it could close under a request on its way. See docs/decisions/0121.
//
// Traefik interprets this file when it starts: there is nothing to compile.
package leaving

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
)

// Config has no settings.
type Config struct{}

// CreateConfig is what Traefik asks for first.
func CreateConfig() *Config {
	return &Config{}
}

var (
	isLeaving int32
	listening sync.Once
)

// New puts the middleware around next.
func New(_ context.Context, next http.Handler, _ *Config, _ string) (http.Handler, error) {
	listening.Do(listen)
	return &middleware{next: next}, nil
}

// listen waits for the signal that Traefik waits for too: each of both is told of it.
func listen() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM)
	go func() {
		<-asked
		atomic.StoreInt32(&isLeaving, 1)
	}()
}

type middleware struct {
	next http.Handler
}

func (m *middleware) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	if atomic.LoadInt32(&isLeaving) == 1 {
		writer.Header().Set("Connection", "close")
	}
	m.next.ServeHTTP(writer, request)
}
