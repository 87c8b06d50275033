// Command picture makes the pictures of the README: it runs the program in a
// pseudo terminal on the network inside of it, presses keys and draws what the
// screen shows, as SVG and as an animation.
//
//	make pictures
//
// The chain is the same each time except for its times and prices. It requires only a Unix system.
package main

import (
	"errors"
	"flag"
	"fmt"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	program := flag.String("program", "bin/foredeck", "the built program")
	folder := flag.String("to", ".github/pictures", "folder to write the pictures to")
	only := flag.String("only", "", "names of pictures to make, with commas between them; empty: all")
	fontFile := flag.String("font", "", "font file for the animation; empty: Go Mono")
	raster := flag.Bool("png", false, "write each picture as PNG too, in the font of the animation")
	flag.Parse()
	if err := pictures(*program, *folder, *only, *fontFile, *raster); err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

func pictures(program, folder, only, fontFile string, raster bool) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	isWanted := func(name string) bool { return only == "" || slices.Contains(strings.Split(only, ","), name) }
	for _, scene := range scenes {
		if !isWanted(scene.name) {
			continue
		}
		var drawn frame
		if err := perform(program, scene.size, scene.look, func(s *stage) { scene.play(s); drawn = s.frame() }); err != nil {
			return fmt.Errorf("%s: %w", scene.name, err)
		}
		if err := os.WriteFile(filepath.Join(folder, scene.name+".svg"), []byte(svg(drawn, scene.look)), 0o644); err != nil {
			return err
		}
		if raster {
			if err := writePNG(filepath.Join(folder, scene.name+".png"), drawn, scene.look, fontFile); err != nil {
				return err
			}
		}
	}
	if !isWanted("tour") {
		return nil
	}
	return animation(program, filepath.Join(folder, "tour.gif"), fontFile)
}

func writePNG(path string, drawn frame, l look, fontFile string) error {
	p, err := newPainter(l, fontFile)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(file, p.paint(drawn)), file.Close())
}

// animation plays the tour and writes it to a file.
func animation(program, path, fontFile string) error {
	p, err := newPainter(dark, fontFile)
	if err != nil {
		return err
	}
	var moments []moment
	if err := perform(program, tourSize, dark, func(s *stage) {
		film := s.film()
		tour(s)
		moments = film.end()
	}); err != nil {
		return fmt.Errorf("the tour: %w", err)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(gif.EncodeAll(file, animate(p, moments)), file.Close())
}
